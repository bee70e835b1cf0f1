import Testing
import UsherCore

@testable import UsherLedger

@Suite struct TimeByHandTests {
    @Test("whoever moves the clock learns when the ledger acts next, and finds everything told that was due")
    func actOnTime() async throws {
        let rig = try Rig(.memory)
        #expect(try await rig.ledger.actOnTime() == nil)
        let show = try await rig.stage()
        _ = try await rig.ledger.follow(show).get()
        _ = try await rig.lock("1", ttl: .seconds(90))
        _ = try await rig.lock("2", ttl: .seconds(60))
        let start = rig.clock.now
        #expect(try await rig.ledger.actOnTime() == start + .seconds(60))
        rig.clock.advance(by: .seconds(60))
        #expect(try await rig.ledger.actOnTime() == start + .seconds(90))
        #expect(try await rig.view().seq == 3)
        rig.clock.advance(by: .seconds(30))
        #expect(try await rig.ledger.actOnTime() == nil)
        #expect(try await rig.view().seq == 4)
    }

    @Test("an abandoned ledger has everything that it answered, and answers nothing more")
    func abandon() async throws {
        let rig = try Rig()
        try await rig.stage()
        let lock = try await rig.lock("1", id: "r1")
        await rig.ledger.abandon()
        await #expect(throws: LedgerError.self) { try await rig.view() }
        // Again, and closing what is gone, are harmless.
        await rig.ledger.abandon()
        try await rig.restart()
        #expect(try await rig.get(lock).state == .held)
        #expect(try await rig.lock("1", id: "r1").number == lock.number)
    }
}
