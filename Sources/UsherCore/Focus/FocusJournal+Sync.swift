// Events that devices made offline.
extension FocusJournal {
    /// Judges events that come together, in any order, and tells each one that is not accepted. The same events again
    /// are repeats: they change nothing, and nothing is refused that was accepted before.
    ///
    /// Events of one session are judged by ordinal, and sessions in the order of their events' times, as if everything
    /// had been told when it happened: so it does not matter which session of a journal is named first, and an event is
    /// never refused for something that the same request sets right.
    package mutating func sync(_ events: [FocusEvent], now: Timestamp) -> [RejectedFocusEvent] {
        var queues = Self.queues(events)
        var heads = DeadlineHeap<Head>()
        var rejected: [RejectedFocusEvent] = []
        for index in queues.indices { advance(&queues[index], index, &heads, &rejected, now: now) }
        while let head = heads.first {
            heads.popFirst()
            let index = head.key.queue
            judge(&queues[index], &rejected, now: now)
            advance(&queues[index], index, &heads, &rejected, now: now)
        }
        return rejected
    }

    /// Judges what depends on no other session, and has the next event that does wait for its turn.
    private mutating func advance(
        _ queue: inout Queue, _ index: Int, _ heads: inout DeadlineHeap<Head>, _ rejected: inout [RejectedFocusEvent],
        now: Timestamp
    ) {
        while !queue.isAtEnd {
            let event = queue.events[queue.position]
            let next = (records[event.sessionID]?.lastOrdinal ?? 0) + 1
            if event.ordinal == next {
                heads.push(DeadlineHeap.Entry(deadline: event.at, key: Head(type: event.type, queue: index)))
                return
            }
            judge(&queue, &rejected, now: now)
        }
    }

    private mutating func judge(_ queue: inout Queue, _ rejected: inout [RejectedFocusEvent], now: Timestamp) {
        let event = queue.events[queue.position]
        if let refusal = refusal(of: event, &queue, now: now) {
            rejected.append(
                RejectedFocusEvent(sessionID: event.sessionID, ordinal: event.ordinal, reason: refusal.reason))
        }
        queue.position += 1
    }

    private mutating func refusal(of event: FocusEvent, _ queue: inout Queue, now: Timestamp) -> FocusRefusal? {
        // Without its number an event would be another one when it is sent again.
        guard event.ordinal > 0 else {
            return .fields([FieldFault("ordinal", "must be the event's number in its session, from 1 on")])
        }
        if let refused = queue.refused[event.twin] { return refused }
        let following = queue.events[(queue.position + 1)...]
        guard case .refused(let refusal) = accept(event, now: now, following: following, promise: &queue.promise)
        else { return nil }
        // What runs into the next session does so however often it is named.
        if case .transition = refusal { queue.refused[event.twin] = refusal }
        return refusal
    }

    /// The events of one session that wait.
    private struct Queue {
        var events: [FocusEvent]
        var position = 0
        var promise: Promise?
        var refused: [Twin: FocusRefusal] = [:]

        var isAtEnd: Bool { position >= events.count }
    }

    /// Of events at one moment, those that end a session come first and those that begin one last.
    private struct Head: Comparable {
        var rank: Int
        var queue: Int

        init(type: FocusEventType, queue: Int) {
            rank =
                switch type {
                case .complete, .abandon: 0
                case .pause, .resume: 1
                case .start: 2
                }
            self.queue = queue
        }

        static func < (lhs: Head, rhs: Head) -> Bool { (lhs.rank, lhs.queue) < (rhs.rank, rhs.queue) }
    }

    /// In an order that does not depend on the order of `events`.
    private static func queues(_ events: [FocusEvent]) -> [Queue] {
        var sessions: [String: [FocusEvent]] = [:]
        for event in events { sessions[event.sessionID, default: []].append(event) }
        return sessions.sorted { $0.key < $1.key }.map { _, events in
            Queue(events: events.sorted { $0.judgedBefore($1) })
        }
    }
}

/// What two events of one session have in common that are one event.
private struct Twin: Hashable {
    var ordinal: UInt32
    var type: FocusEventType
}

extension FocusEvent {
    fileprivate var twin: Twin { Twin(ordinal: ordinal, type: type) }

    fileprivate func judgedBefore(_ other: FocusEvent) -> Bool {
        if ordinal != other.ordinal { return ordinal < other.ordinal }
        if at != other.at { return at < other.at }
        if type != other.type { return type.rawValue < other.type.rawValue }
        if planned != other.planned { return (planned ?? .zero) < (other.planned ?? .zero) }
        return roomID < other.roomID
    }
}
