/// A focus session as a device knows it: how it learned of it, and the events since.
package struct KnownSession: Sendable, Equatable {
    /// How a device learned of a session.
    package enum Root: Sendable, Equatable {
        /// Every event of it is known, from its START on.
        case started(FocusEvent)
        /// The gateway told where it stands.
        case told(FocusSession)
    }

    package let root: Root
    package private(set) var record: FocusRecord
    /// The gateway told that it is over, also where no event ended it.
    package var isOver: Bool

    /// nil if the event is no START.
    package init?(started event: FocusEvent, memberID: String) {
        guard let record = FocusRecord(start: event, memberID: memberID) else { return nil }
        root = .started(event)
        self.record = record
        isOver = false
    }

    package init(told session: FocusSession) {
        root = .told(session)
        record = FocusRecord(adopting: session)
        isOver = !session.state.isOpen
    }

    /// Those that came after the root.
    package var entries: ArraySlice<FocusRecord.Entry> {
        switch root {
        case .started: record.entries.dropFirst()
        case .told: record.entries[...]
        }
    }

    /// Takes an event if it follows from what is known; the gateway judges it again. Its time alone is not doubted
    /// here: how far ahead or back it may lie is the gateway's to say.
    package mutating func take(_ event: FocusEvent) -> FocusVerdict {
        let verdict = record.accept(event, now: event.at)
        if case .accepted = verdict { isOver = false }
        return verdict
    }

    /// How it ended, if no further event can change that as far as is known here.
    package var end: FocusRecord.End? { record.end ?? (isOver ? record.derivedEnd : nil) }

    /// From a store.
    package mutating func replay(_ entry: FocusRecord.Entry) {
        record.apply(entry)
    }

    /// When its plan is fulfilled if no further event comes; nil unless it runs towards one.
    package var endsAt: Timestamp? {
        guard record.planned != nil else { return nil }
        return record.derivedEnd?.at
    }

    /// Whether the gateway tells just what would be told from here: then the events that are known here say more.
    package func isSameStory(as told: FocusSession) -> Bool {
        let mine = record.session(at: told.serverTime)
        guard mine.state == told.state, mine.lastOrdinal == told.lastOrdinal, mine.planned == told.planned else {
            return false
        }
        let ends = (mine.endedAt ?? told.serverTime) - (told.endedAt ?? told.serverTime)
        let rounding = UInt64(Limits.focusRounding.nanoseconds)
        return (mine.elapsed.nanoseconds &- told.elapsed.nanoseconds).magnitude <= rounding
            && (mine.startedAt - told.startedAt).nanoseconds.magnitude <= rounding
            && ends.nanoseconds.magnitude <= rounding
    }
}

extension FocusSession {
    /// Whether it ended because its plan was fulfilled, and not because somebody ended it.
    package var endedByPlan: Bool {
        guard state == .completed, let planned else { return false }
        return elapsed >= planned
    }
}
