import UsherCore

/// Hall revisions in memory: the last ones used, and all that somebody else still holds. Held strongly, all of them: what
/// is held weakly costs its other holders more.
struct HallCache {
    private final class Entry {
        var revision: HallRevision
        /// Among the last used.
        var isKept = false
        var lastUsed: UInt64 = 0

        init(_ revision: HallRevision) {
            self.revision = revision
        }
    }

    private let seatLimit: Int
    private var entries: [HallKey: Entry] = [:]
    private var keptSeats = 0
    private var keptCount = 0
    private var uses: UInt64 = 0

    /// `seatLimit`: seats of all that are kept; tests lower it.
    init(seatLimit: Int = Limits.cachedHallSeats) {
        self.seatLimit = seatLimit
    }

    /// How many are in memory.
    var count: Int { entries.count }

    /// `key` names a revision, not 0.
    mutating func find(_ key: HallKey) -> HallRevision? {
        guard let entry = entries[key] else { return nil }
        keep(entry)
        return entry.revision
    }

    mutating func insert(_ revision: HallRevision, tenant: String) {
        let key = HallKey(tenant: tenant, hallID: revision.hall.hallID, revision: revision.hall.revision)
        if find(key) != nil { return }
        let entry = Entry(revision)
        entries[key] = entry
        keep(entry)
        sweep()
    }

    /// Forgets a revision that did not become durable.
    mutating func remove(_ key: HallKey) {
        guard let entry = entries.removeValue(forKey: key) else { return }
        release(entry)
    }

    /// Lets those go that are neither among the last used nor held by anybody else. The others' holders do not tell when
    /// they let go: call it now and then.
    mutating func sweep() {
        guard entries.count > keptCount else { return }
        entries = entries.filter { $0.value.isKept || !isKnownUniquelyReferenced(&$0.value.revision) }
    }

    private mutating func keep(_ entry: Entry) {
        uses += 1
        entry.lastUsed = uses
        if !entry.isKept {
            entry.isKept = true
            keptSeats += entry.revision.seatCount
            keptCount += 1
        }
        while keptCount > 1, keptSeats > seatLimit || keptCount > Limits.cachedHalls {
            guard let oldest = entries.values.filter({ $0.isKept }).min(by: { $0.lastUsed < $1.lastUsed }) else {
                return
            }
            release(oldest)
        }
    }

    private mutating func release(_ entry: Entry) {
        guard entry.isKept else { return }
        keptSeats -= entry.revision.seatCount
        keptCount -= 1
        entry.isKept = false
    }
}
