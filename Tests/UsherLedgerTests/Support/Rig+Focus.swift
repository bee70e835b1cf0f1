import UsherCore

@testable import UsherLedger

extension Rig {
    @discardableResult
    func start(
        _ session: String = "s", of member: String = "ann", room: String = "", planned: TimeSpan? = nil,
        ago: TimeSpan? = nil
    ) async throws -> FocusSession {
        let command = FocusCommand.start(
            sessionID: session, memberID: member, roomID: room, planned: planned, startedAt: ago.map { clock.now - $0 })
        return try await ledger.execute(command, tenant: "t").get()
    }

    @discardableResult
    func focus(_ type: FocusEventType, _ session: String = "s", ordinal: UInt32 = 0, ago: TimeSpan? = nil) async throws
        -> FocusSession
    {
        let command = FocusCommand.change(
            type, sessionID: session, ordinal: ordinal, at: ago.map { clock.now - $0 })
        return try await ledger.execute(command, tenant: "t").get()
    }

    func session(_ session: String = "s") async throws -> FocusSession {
        try await ledger.execute(.get(sessionID: session), tenant: "t").get()
    }

    func sync(_ events: [FocusEvent], of member: String = "ann") async throws -> FocusSync {
        try await ledger.sync(events, of: member, tenant: "t")
    }

    func event(
        _ session: String, _ ordinal: UInt32, _ type: FocusEventType, ago: TimeSpan, planned: TimeSpan? = nil,
        room: String = ""
    ) -> FocusEvent {
        FocusEvent(
            sessionID: session, ordinal: ordinal, type: type, at: clock.now - ago, planned: planned, roomID: room)
    }
}
