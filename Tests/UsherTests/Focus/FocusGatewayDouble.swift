import Synchronization
import UsherCore
import UsherRPC
import UsherWire

@testable import Usher

/// A member's focus as a gateway has it, for a `HandTransport`.
final class FocusGatewayDouble: Sendable {
    let journal = Mutex(FocusJournal(memberID: "ada"))
    private let clock: ManualClock
    private let start: Timestamp

    /// Its clock shows `start` now.
    init(_ clock: ManualClock, on transport: HandTransport, start: Timestamp) {
        self.clock = clock
        self.start = start - TimeSpan(nanoseconds: clock.now)
        transport.answer("FocusService/ListFocus") { bytes in
            _ = try ListFocusRequest(decoding: bytes)
            let sessions = self.journal.withLock { $0.inOrder.reversed().map { $0.session(at: self.now) } }
            return ListFocusResponse(sessions: sessions, serverTime: self.now).encoded()
        }
        transport.answer("FocusService/SyncFocus") { bytes in
            let events = try SyncFocusRequest(decoding: bytes).events.compactMap(\.event)
            return self.sync(events).encoded()
        }
    }

    var now: Timestamp { start + TimeSpan(nanoseconds: clock.now) }

    @discardableResult
    func sync(_ events: [FocusEvent]) -> SyncFocusResponse {
        journal.withLock { journal in
            let rejected = journal.sync(events, now: now)
            let named = Set(events.map(\.sessionID))
            let sessions = journal.inOrder.filter { named.contains($0.sessionID) }.map { $0.session(at: now) }
            return SyncFocusResponse(sessions: sessions, rejected: rejected)
        }
    }
}
