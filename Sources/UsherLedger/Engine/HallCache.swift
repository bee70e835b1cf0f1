import UsherCore

/// Hall revisions in memory: the last ones used, and all that somebody else still holds.
struct HallCache {
    private final class Entry {
        weak var revision: HallRevision?
        /// Holds it while it is among the last used.
        var kept: HallRevision?
        var lastUsed: UInt64 = 0
    }

    private var entries: [HallKey: Entry] = [:]
    private var keptSeats = 0
    private var keptCount = 0
    private var uses: UInt64 = 0
    private var sweepAt = 256

    /// `key` names a revision, not 0.
    mutating func find(_ key: HallKey) -> HallRevision? {
        guard let entry = entries[key], let revision = entry.revision else { return nil }
        keep(entry, revision)
        return revision
    }

    mutating func insert(_ revision: HallRevision, tenant: String) {
        let key = HallKey(tenant: tenant, hallID: revision.hall.hallID, revision: revision.hall.revision)
        if find(key) != nil { return }
        let entry = Entry()
        entry.revision = revision
        entries[key] = entry
        keep(entry, revision)
        if entries.count >= sweepAt {
            entries = entries.filter { $0.value.revision != nil }
            sweepAt = max(256, 2 * entries.count)
        }
    }

    /// Forgets a revision that did not become durable.
    mutating func remove(_ key: HallKey) {
        guard let entry = entries.removeValue(forKey: key) else { return }
        release(entry)
    }

    private mutating func keep(_ entry: Entry, _ revision: HallRevision) {
        uses += 1
        entry.lastUsed = uses
        if entry.kept == nil {
            entry.kept = revision
            keptSeats += revision.hall.seats.count
            keptCount += 1
        }
        while keptCount > 1, keptSeats > Limits.cachedHallSeats || keptCount > Limits.cachedHalls {
            guard let oldest = entries.values.filter({ $0.kept != nil }).min(by: { $0.lastUsed < $1.lastUsed }) else {
                return
            }
            release(oldest)
        }
    }

    private mutating func release(_ entry: Entry) {
        guard let kept = entry.kept else { return }
        keptSeats -= kept.hall.seats.count
        keptCount -= 1
        entry.kept = nil
    }
}
