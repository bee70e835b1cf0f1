import UsherCore

/// What stands in front of a hall's first row, as far as the hall tells: a hall keeps no word for it.
enum HallFront {
    private static let workWords = [
        "library", "librar", "reading room", "reading-room", "study", "studies", "quiet", "desk", "office", "cowork",
        "workplace", "bibliothe", "lesesaal", "biblioteca", "图书馆", "自习", "阅览",
    ]

    /// `front` for a cabin, "" for a room to work in, which has none, and `stage` for what is left: halls.
    static func word(_ hall: Hall) -> String {
        if isCabin(hall) { return "front" }
        return isRoom(hall) ? "" : "stage"
    }

    /// Cabins letter their seats and number their rows, from the nose.
    private static func isCabin(_ hall: Hall) -> Bool {
        let labels = Dictionary(hall.rows.map { ($0.index, $0.label) }, uniquingKeysWith: { first, _ in first })
        var numbered = 0
        for seat in hall.seats {
            let isLetter = seat.number.utf8.count == 1 && seat.number.utf8.allSatisfy { (0x41...0x5A).contains($0) }
            guard isLetter else { return false }
            if Int(labels[seat.row] ?? "") != nil { numbered += 1 }
        }
        // Of some rows of a map nobody knows the number.
        return !hall.seats.isEmpty && 10 * numbered >= 9 * hall.seats.count
    }

    /// Rooms where people sit at desks: seats at places of their own and in no rows, or by what the hall and its areas
    /// are called.
    private static func isRoom(_ hall: Hall) -> Bool {
        let isFree = !hall.seats.isEmpty && hall.seats.allSatisfy { $0.x != nil && $0.y != nil }
        if isFree, hall.rows.allSatisfy(\.label.isEmpty) { return true }
        let names = [hall.hallID, hall.name] + hall.areas.map(\.name) + hall.zones.map(\.name)
        return names.contains { name in
            let name = name.lowercased()
            return workWords.contains { name.contains($0) }
        }
    }
}
