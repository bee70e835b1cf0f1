/// The sales made, changed or restored of late. The store has them all, so that old ones may leave memory.
struct RecentSales: Sendable {
    private struct Entry: Sendable {
        var sale: Sale
        /// How often the sale stands in `order`: it leaves with the last.
        var uses: Int
    }

    private var entries: [UInt64: Entry] = [:]
    private var order = RecentOrder()

    subscript(number: UInt64) -> Sale? { entries[number]?.sale }

    /// A new sale, or one from the store.
    mutating func insert(_ sale: Sale) {
        guard entries[sale.number] == nil else { return }
        entries[sale.number] = Entry(sale: sale, uses: 0)
        touch(sale.number)
    }

    /// Gives seats back; nil if the sale is not in memory.
    mutating func refund(_ number: UInt64, _ refund: Refund, seq: UInt64) -> Sale? {
        guard var entry = entries.removeValue(forKey: number) else { return nil }
        let refunded = Set(refund.seats.map(\.seat))
        entry.sale.seats.removeAll { refunded.contains($0.seat) }
        entry.sale.refunds.append(refund)
        entry.sale.seq = seq
        entries[number] = entry
        touch(number)
        return entry.sale
    }

    private mutating func touch(_ number: UInt64) {
        entries[number]!.uses += 1
        order.append(number)
        while order.count > Limits.salesInMemory, let oldest = order.popFirst() {
            if entries[oldest]?.uses == 1 {
                entries[oldest] = nil
            } else {
                entries[oldest]?.uses -= 1
            }
        }
    }
}
