/// How long many things took, in steps of 3 percent at most: adding costs a few nanoseconds, however many they are.
struct LatencyHistogram: Sendable, Equatable {
    /// A power of two is cut into so many steps.
    private static let steps = 32
    private static let stepBits = 5
    private var counts = [UInt64](repeating: 0, count: (64 - stepBits + 1) * steps)
    private(set) var count: UInt64 = 0
    private(set) var largest: Int64 = 0

    /// Nanoseconds; what lies below nothing counts as nothing.
    mutating func add(_ nanoseconds: Int64, times: Int = 1) {
        let value = max(0, nanoseconds)
        counts[Self.place(UInt64(value))] += UInt64(times)
        count += UInt64(times)
        largest = max(largest, value)
    }

    mutating func add(_ other: LatencyHistogram) {
        for place in counts.indices { counts[place] += other.counts[place] }
        count += other.count
        largest = max(largest, other.largest)
    }

    /// The value that `share` of all lie at or below (0.99: the 99th percentile), in nanoseconds, as its step's middle;
    /// of all, the largest; nil of nothing.
    func percentile(_ share: Double) -> Double? {
        guard count > 0 else { return nil }
        let wanted = max(1, UInt64((share * Double(count)).rounded(.up)))
        guard wanted < count else { return Double(largest) }
        var seen: UInt64 = 0
        for place in counts.indices {
            seen += counts[place]
            if seen >= wanted { return min(Self.middle(place), Double(largest)) }
        }
        return Double(largest)
    }

    func microseconds(_ share: Double) -> Double? { percentile(share).map { $0 / 1_000 } }

    private static func place(_ value: UInt64) -> Int {
        guard value >= UInt64(steps) else { return Int(value) }
        let exponent = 63 - value.leadingZeroBitCount
        let step = Int(value >> UInt64(exponent - stepBits)) & (steps - 1)
        return (exponent - stepBits + 1) * steps + step
    }

    private static func middle(_ place: Int) -> Double {
        guard place >= steps else { return Double(place) }
        let (power, step) = (place / steps - 1, place % steps)
        let width = Double(UInt64(1) << UInt64(power))
        return Double(steps + step) * width + width / 2
    }
}
