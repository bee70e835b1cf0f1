import UsherCore

/// Halls that were read or written last and that some map still shows: shows of one hall share its memory, and a hall
/// is encoded once, however often its maps are kept.
struct RememberedHalls {
    private struct Entry {
        var key: HallKey
        var mark: HallMark
        weak var hall: LoadedHall?
    }

    /// Most recently used last.
    private var entries: [Entry] = []

    /// The hall of the mark; nil mark: any that has the key.
    mutating func hall(_ key: HallKey, marked mark: HallMark?) -> LoadedHall? {
        use { $0.key == key && (mark == nil || $0.mark == mark) }?.hall
    }

    /// The mark of this very hall.
    mutating func mark(_ key: HallKey, _ hall: LoadedHall) -> HallMark? {
        use { $0.key == key && $0.hall === hall }?.mark
    }

    mutating func remember(_ key: HallKey, _ hall: LoadedHall, _ mark: HallMark) {
        entries.removeAll { $0.hall == nil || ($0.key == key && ($0.hall === hall || $0.mark != mark)) }
        entries.append(Entry(key: key, mark: mark, hall: hall))
        if entries.count > Limits.cacheHalls { entries.removeFirst() }
    }

    mutating func forgetAll() {
        entries = []
    }

    private mutating func use(_ isMeant: (Entry) -> Bool) -> Entry? {
        guard let index = entries.lastIndex(where: { $0.hall != nil && isMeant($0) }) else { return nil }
        let entry = entries.remove(at: index)
        entries.append(entry)
        return entry
    }
}
