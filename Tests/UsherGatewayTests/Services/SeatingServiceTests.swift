import Testing
import UsherCore
import UsherLedger
import UsherRPC
import UsherWire

@testable import UsherGateway

@Suite("Choosing seats over the wire")
struct SeatingServiceTests {
    private static let suggest = "usher.v1.SeatService/SuggestSeats"
    private static let lockBest = "usher.v1.LockService/LockBestSeats"

    @Test("suggestions come from the hub's map, with their score, and the ledger is asked only to be followed")
    func suggestions() async throws {
        let stage = Stage()
        let reply: SuggestSeatsResponse = try await stage.unary(
            Self.suggest, SuggestSeatsRequest(showID: "s1", SeatQuery(count: 2, limit: 3)))
        #expect(reply.suggestions.first?.seats == ["A-31", "A-32"])
        #expect(reply.suggestions.count == 3)
        #expect(reply.suggestions.allSatisfy { $0.together && $0.pieces == 1 })
        for suggestion in reply.suggestions {
            #expect(Set(suggestion.terms.map(\.name)).isSuperset(of: ["center", "depth", "orphans", "pieces"]))
            #expect(suggestion.terms.reduce(0) { $0 + $1.value } == suggestion.score)
        }
        #expect(stage.ledger.seen { $0.commands }.isEmpty)
    }

    @Test("what is committed is not suggested any more")
    func committed() async throws {
        let stage = Stage()
        let request = SuggestSeatsRequest(showID: "s1", SeatQuery(count: 2, limit: 1))
        let before: SuggestSeatsResponse = try await stage.unary(Self.suggest, request)
        let changes = [SeatChange(31, .locked), SeatChange(32, .locked)]
        stage.fanout.committed(
            Stage.ref, ShowCommit(delta: SeatDelta(firstSeq: 11, lastSeq: 11, changes: changes), show: nil))
        let after: SuggestSeatsResponse = try await stage.unary(Self.suggest, request)
        #expect(before.suggestions.first?.seats == ["A-31", "A-32"])
        #expect(Set(after.suggestions[0].seats).isDisjoint(with: ["A-31", "A-32"]))
    }

    @Test("nothing found is an empty list; faults are told all at once; an unknown show is NOT_FOUND")
    func nothing() async throws {
        let stage = Stage()
        let none: SuggestSeatsResponse = try await stage.unary(
            Self.suggest, SuggestSeatsRequest(showID: "s1", SeatQuery(count: 2, kind: .wheelchair)))
        #expect(none.suggestions.isEmpty)
        let error = try await stage.refusal(
            Self.suggest, SuggestSeatsRequest(showID: "", SeatQuery(count: 0, maxAmountMinor: -1, limit: 21)))
        let faults = try #require(error).faults.map(\.field)
        #expect(Set(faults) == ["show_id", "count", "max_amount_minor", "limit"])
        let zone = try await stage.refusal(
            Self.suggest, SuggestSeatsRequest(showID: "s1", SeatQuery(count: 1, zoneIDs: ["z", "attic"])))
        #expect(zone?.faults.map(\.field) == ["zone_ids[1]"])
        let unknown = try await stage.refusal(Self.suggest, SuggestSeatsRequest(showID: "s2", SeatQuery(count: 1)))
        #expect(unknown?.code == .notFound)
        let many = try await stage.refusal(Self.suggest, SuggestSeatsRequest(showID: "s1", SeatQuery(count: 11)))
        #expect(many?.code == .failedPrecondition)
        #expect(many?.status?.reason == "TOO_MANY_SEATS")
    }

    @Test("LockBestSeats asks the ledger with the whole question, under a scope of its own")
    func lockBest() async throws {
        let stage = Stage()
        stage.ledger.script { $0.reply = { _, _ in .success(LockServiceTests.lockReply()) } }
        let reply: LockMessage = try await stage.unary(
            Self.lockBest,
            LockBestSeatsRequest(
                showID: "s1",
                SeatQuery(count: 2, zoneIDs: ["z"], kind: .couple, maxAmountMinor: 900, limit: 2, seed: 5),
                holder: "anna", ttl: .seconds(60), requestID: "r1"))
        #expect(reply.seats == ["A-3", "A-1"])
        let asked = stage.ledger.seen { $0.commands }
        let query = SeatQuery(count: 2, zoneIDs: ["z"], kind: .couple, maxAmountMinor: 900, limit: 2, seed: 5)
        guard asked.count == 1, case .lockBestSeats("anna", query, TimeSpan.seconds(60)?, _) = asked[0].command else {
            Issue.record("asked \(asked)")
            return
        }
        #expect(asked[0].request?.scope == .lockBestSeats)
        let error = try await stage.refusal(
            Self.lockBest, LockBestSeatsRequest(showID: "s 1", SeatQuery(count: 51), holder: "", ttl: .milliseconds(1)))
        let faults = try #require(error).faults.map(\.field)
        #expect(Set(faults) == ["show_id", "holder", "count", "ttl"])
    }
}
