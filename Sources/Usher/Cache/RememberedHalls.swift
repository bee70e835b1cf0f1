import UsherCore

/// Halls that were read or written last: shows of one hall share its memory, and a hall is encoded once, however often
/// its maps are kept.
struct RememberedHalls: Sendable {
    private struct Entry {
        var key: HallKey
        var hall: Hall
        var mark: HallMark
    }

    /// Most recently used last.
    private var entries: [Entry] = []
    private let seats: Int

    /// `seats`: how many may be remembered in all. One hall may always.
    init(seats: Int = Limits.cacheHallSeats) {
        self.seats = seats
    }

    mutating func hall(_ key: HallKey, marked mark: HallMark? = nil) -> Hall? {
        guard let index = entries.firstIndex(where: { $0.key == key && (mark == nil || $0.mark == mark) }) else {
            return nil
        }
        entries.append(entries.remove(at: index))
        return entries.last?.hall
    }

    /// The mark of this very hall. Quick where the hall shares its storage with the one that is remembered.
    mutating func mark(_ key: HallKey, _ hall: Hall) -> HallMark? {
        guard let index = entries.firstIndex(where: { $0.key == key }), entries[index].hall == hall else { return nil }
        entries.append(entries.remove(at: index))
        return entries.last?.mark
    }

    mutating func remember(_ key: HallKey, _ hall: Hall, _ mark: HallMark) {
        entries.removeAll { $0.key == key }
        entries.append(Entry(key: key, hall: hall, mark: mark))
        var count = entries.reduce(0) { $0 + $1.hall.seats.count }
        while count > seats, entries.count > 1 { count -= entries.removeFirst().hall.seats.count }
        while entries.count > Limits.cacheHalls { entries.removeFirst() }
    }

    mutating func forget(_ key: HallKey) {
        entries.removeAll { $0.key == key }
    }

    mutating func forgetAll() {
        entries = []
    }
}
