import UsherCore

/// What is printed on rows and seats. Where blocks stand side by side, a physical row may hold seats of several printed
/// rows: its label is then `A/G`, and each seat's number carries its row, as `A-1`. A picture has the room to tell them
/// apart again.
struct PrintedRows {
    private let labels: [Int: String]
    /// The printed rows of physical rows that have several, the longest first.
    private let parts: [Int: [String]]

    init(_ hall: Hall) {
        labels = Dictionary(
            hall.rows.map { ($0.index, DisplayText.safe($0.label)) }, uniquingKeysWith: { first, _ in first })
        parts = labels.compactMapValues { label in
            let parts = label.split(separator: "/").map(String.init)
            return parts.count > 1 ? parts.sorted { $0.count > $1.count } : nil
        }
    }

    /// What the hall calls a physical row, with all the printed ones in it.
    func label(ofRow row: Int) -> String { labels[row] ?? "" }

    func row(of seat: Seat) -> String {
        split(seat)?.row ?? labels[seat.row] ?? ""
    }

    func number(of seat: Seat) -> String {
        split(seat)?.number ?? DisplayText.safe(seat.number)
    }

    private func split(_ seat: Seat) -> (row: String, number: String)? {
        guard let parts = parts[seat.row] else { return nil }
        let number = DisplayText.safe(seat.number)
        guard let row = parts.first(where: { number.hasPrefix($0 + "-") }) else { return nil }
        return (row, String(number.dropFirst(row.count + 1)))
    }
}
