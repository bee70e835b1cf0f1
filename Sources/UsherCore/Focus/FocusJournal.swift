/// The focus sessions of one member, and the rules between them.
///
/// **At no moment has a member two open sessions, not even in hindsight**: the time from a session's start to its end
/// (the derived one too) is its own. So nothing can be counted twice, in whatever order the journals of several devices
/// arrive. What was accepted first stands, and what would run into it is refused with `FOCUS_TRANSITION`:
///
/// - a START at a moment when another session is open,
/// - an event after which its session would not be over when the member's next one began. It is judged together with
///   the events of its session that came with it: a session that was paused, resumed and completed on a device without
///   network before another device began the next one is accepted whole, as it would have been at that time.
///
/// It may hold a part of the member's sessions, as long as the ones that touch the judged events' times are among them:
/// for each START the one before and the one behind it, and for each session with events the one behind it.
package struct FocusJournal: Sendable, Equatable {
    package let memberID: String
    package private(set) var records: [String: FocusRecord] = [:]
    /// Ids that sessions of other members have.
    package var foreign: Set<String> = []
    /// By start; between equals, the one without any time of its own first.
    private var order: [Place] = []

    private struct Place: Sendable, Hashable, Comparable {
        var start: Timestamp
        var over: Timestamp
        var sessionID: String

        init(_ record: FocusRecord) {
            start = record.startedAt
            over = record.over ?? .never
            sessionID = record.sessionID
        }

        static func < (lhs: Place, rhs: Place) -> Bool {
            (lhs.start, lhs.over, lhs.sessionID) < (rhs.start, rhs.over, rhs.sessionID)
        }
    }

    /// `records` are sessions of the member, each once.
    package init(memberID: String, records: some Sequence<FocusRecord> = []) {
        self.memberID = memberID
        for record in records { self.records[record.sessionID] = record }
        order = self.records.values.map(Place.init).sorted()
    }

    // MARK: Reading

    /// In the order of their start.
    package var inOrder: [FocusRecord] { order.compactMap { records[$0.sessionID] } }

    /// The session that is open at `now`; there is one at most.
    package func open(at now: Timestamp) -> FocusRecord? {
        // Those that begin later begin in the future: a device's clock may be ahead.
        for place in order.reversed() where place.over > now {
            return records[place.sessionID]
        }
        return nil
    }

    /// The last session that starts at or before `moment`, and of equals the one that ends last.
    private func last(startingBy moment: Timestamp) -> FocusRecord? {
        let count = order.partitioningIndex { $0.start > moment }
        return count == 0 ? nil : records[order[count - 1].sessionID]
    }

    private func next(after moment: Timestamp) -> Timestamp? {
        let index = order.partitioningIndex { $0.start > moment }
        return index < order.count ? order[index].start : nil
    }

    // MARK: Writing

    /// Puts a session in as it is, in the place of what was known of it: what a gateway told, or a store kept.
    package mutating func put(_ record: FocusRecord) {
        remove(record.sessionID)
        records[record.sessionID] = record
        let place = Place(record)
        order.insert(place, at: order.partitioningIndex { $0 > place })
    }

    /// Forgets a session.
    package mutating func remove(_ sessionID: String) {
        guard let old = records.removeValue(forKey: sessionID) else { return }
        let place = Place(old)
        let index = order.partitioningIndex { $0 >= place }
        if index < order.count, order[index] == place { order.remove(at: index) }
    }

    /// Judges one event. `following` are the later events of its session that came with it, by ordinal.
    package mutating func accept(_ event: FocusEvent, now: Timestamp, following: ArraySlice<FocusEvent> = [])
        -> FocusVerdict
    {
        var promise: Promise?
        return accept(event, now: now, following: following, promise: &promise)
    }

    /// That a session is over before the next one, if its events up to `ordinal` are accepted.
    struct Promise: Sendable, Equatable {
        var limit: Timestamp
        var ordinal: UInt32
    }

    /// `promise`: what is known of the session from an event before.
    mutating func accept(
        _ event: FocusEvent, now: Timestamp, following: ArraySlice<FocusEvent>, promise: inout Promise?
    ) -> FocusVerdict {
        var changed: FocusRecord
        if let known = records[event.sessionID] {
            changed = known
            let verdict = changed.accept(event, now: now)
            guard verdict == .accepted else { return verdict }
        } else {
            switch begun(event, now: now) {
            case .success(let record): changed = record
            case .failure(let refusal): return .refused(refusal)
            }
        }
        // One that begins in the future, by a clock that is ahead, is open already.
        if let limit = next(after: changed.startedAt).map({ min($0, now) }),
            !Self.isOver(changed, by: limit, with: following, now: now, promise: &promise)
        {
            return .refused(.transition("it would run into a session of the member that began later"))
        }
        put(changed)
        return .accepted
    }

    /// The session that an event begins whose id is new.
    private func begun(_ event: FocusEvent, now: Timestamp) -> Result<FocusRecord, FocusRefusal> {
        let faults = event.faults(now: now)
        guard faults.isEmpty else { return .failure(.fields(faults)) }
        if foreign.contains(event.sessionID) { return .failure(event.type == .start ? .exists : .unknown) }
        guard let record = FocusRecord(start: event, memberID: memberID) else { return .failure(.unknown) }
        guard event.ordinal <= 1 else { return .failure(.ordinalGap(next: 1)) }
        if let last = last(startingBy: event.at), (last.over ?? .never) > min(event.at, now) {
            return .failure(.transition("the member's session '\(last.sessionID)' is open at that time"))
        }
        return .success(record)
    }

    private static func isOver(
        _ record: FocusRecord, by limit: Timestamp, with following: ArraySlice<FocusEvent>, now: Timestamp,
        promise: inout Promise?
    ) -> Bool {
        if let over = record.over, over <= limit { return true }
        if let promise, promise.limit == limit, record.lastOrdinal < promise.ordinal { return true }
        var trial = record
        for event in following {
            guard trial.accept(event, now: now) == .accepted, let over = trial.over, over <= limit else { continue }
            promise = Promise(limit: limit, ordinal: trial.lastOrdinal)
            return true
        }
        return false
    }
}

extension Timestamp {
    /// Later than every event.
    static let never = Timestamp(nanoseconds: .max)
}

extension Array {
    /// The first index whose element fulfils `belongs`, where all behind it do too; else `count`.
    func partitioningIndex(where belongs: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if belongs(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
