import Testing
import UsherCore
import UsherLedger
import UsherRPC
import UsherWire

@testable import UsherGateway

struct RefusalStatusTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var refusal: Refusal
        var code: StatusCode
        var reason: String
        /// What the sentence must name.
        var names: String

        var testDescription: String { reason }
    }

    static let rows: [Row] = [
        Row(
            refusal: .fields([FieldFault("show_id", "is missing")]), code: .invalidArgument, reason: "FIELDS",
            names: "show_id"),
        Row(refusal: .seatUnknown(["A-1"]), code: .invalidArgument, reason: "SEAT_UNKNOWN", names: "A-1"),
        Row(refusal: .requestIDReused, code: .invalidArgument, reason: "REQUEST_ID_REUSED", names: "request_id"),
        Row(refusal: .hallUnknown, code: .notFound, reason: "HALL_UNKNOWN", names: "hall"),
        Row(refusal: .showUnknown, code: .notFound, reason: "SHOW_UNKNOWN", names: "show"),
        Row(refusal: .lockUnknown, code: .notFound, reason: "LOCK_UNKNOWN", names: "lock"),
        Row(refusal: .saleUnknown, code: .notFound, reason: "SALE_UNKNOWN", names: "sale"),
        Row(refusal: .seatTaken(["A-1", "B-2"]), code: .aborted, reason: "SEAT_TAKEN", names: "A-1, B-2"),
        Row(refusal: .lockLost(["A-1"]), code: .aborted, reason: "LOCK_LOST", names: "A-1"),
        Row(refusal: .versionStale(7), code: .aborted, reason: "VERSION_STALE", names: "7"),
        Row(
            refusal: .salesClosed("the show is cancelled"), code: .failedPrecondition, reason: "SALES_CLOSED",
            names: "cancelled"),
        Row(
            refusal: .tooManySeats(limit: 10, policy: "max_seats_per_lock"), code: .failedPrecondition,
            reason: "TOO_MANY_SEATS", names: "max_seats_per_lock of 10"),
        Row(refusal: .notSameRow, code: .failedPrecondition, reason: "NOT_SAME_ROW", names: "row"),
        Row(
            refusal: .orphanSeat(["A-3"], suggestion: proposal(["A-1", "A-2"])), code: .failedPrecondition,
            reason: "ORPHAN_SEAT", names: "A-3"),
        Row(
            refusal: .splitPair(["A-5"], suggestion: nil), code: .failedPrecondition, reason: "SPLIT_PAIR",
            names: "A-5"),
        Row(refusal: .lockFixed("it is being paid"), code: .failedPrecondition, reason: "LOCK_FIXED", names: "paid"),
        Row(refusal: .renewLimit, code: .failedPrecondition, reason: "RENEW_LIMIT", names: "max_lock_time"),
        Row(refusal: .hallBusy(showID: "s2"), code: .failedPrecondition, reason: "HALL_BUSY", names: "s2"),
        Row(refusal: .noSeats, code: .failedPrecondition, reason: "NO_SEATS", names: "seats"),
        Row(refusal: .showExists, code: .alreadyExists, reason: "SHOW_EXISTS", names: "show"),
    ]

    @Test(
        "every refusal has its code, its reason word and a sentence that names what stands in the way", arguments: rows)
    func mapping(row: Row) throws {
        let error = RPCError(row.refusal)
        #expect(error.code == row.code)
        #expect(error.message.contains(row.names))
        #expect(error.message.hasSuffix(".") || row.reason == "FIELDS")
        let status = try #require(error.status)
        #expect(status.code == Int32(row.code.rawValue))
        #expect(status.message == error.message)
        #expect(status.reason == row.reason)
    }

    @Test("conflicts carry their seats")
    func conflicts() throws {
        func seats(_ refusal: Refusal) -> [String]? {
            for case .seatConflict(let conflict) in RPCError(refusal).status?.details ?? [] { return conflict.seats }
            return nil
        }
        #expect(seats(.seatTaken(["A-1", "B-2"])) == ["A-1", "B-2"])
        #expect(seats(.lockLost(["A-1"])) == ["A-1"])
        #expect(seats(.lockLost([])) == [], "present, and empty: all of the lock's seats are available")
        #expect(seats(.orphanSeat(["A-3"], suggestion: nil)) == ["A-3"])
        #expect(seats(.splitPair(["A-5"], suggestion: nil)) == ["A-5"])
        #expect(seats(.noSeats) == nil)
    }

    @Test("refusals for who would be left alone and for torn pairs carry what to take instead, with its score")
    func repair() throws {
        let instead = Self.proposal(["A-1", "A-2"])
        for refusal: Refusal in [
            .orphanSeat(["A-3"], suggestion: instead), .splitPair(["A-3"], suggestion: instead),
        ] {
            let error = RPCError(refusal)
            #expect(error.message.contains("A-1, A-2"))
            let suggestions = error.status?.details.compactMap { detail -> SeatSuggestion? in
                if case .seatConflict(let conflict) = detail { conflict.suggestion } else { nil }
            }
            #expect(suggestions == [instead])
            #expect(suggestions?.first?.together == true)
            #expect(suggestions?.first?.score == -3)
        }
    }

    private static func proposal(_ seats: [String]) -> SeatSuggestion {
        SeatSuggestion(
            seats: seats, pieces: 1, terms: [.init(name: "center", value: -1), .init(name: "depth", value: -2)])
    }

    @Test("metadata carries what a program can act on")
    func metadata() {
        func metadata(_ refusal: Refusal) -> [StatusDetail.Pair] {
            for case .errorInfo(_, "usher", let pairs) in RPCError(refusal).status?.details ?? [] { return pairs }
            return []
        }
        #expect(metadata(.versionStale(7)) == [.init("version", "7")])
        #expect(metadata(.hallBusy(showID: "s2")) == [.init("show_id", "s2")])
        #expect(
            metadata(.tooManySeats(limit: 4, policy: "max_seats_per_holder"))
                == [.init("limit", "4"), .init("policy", "max_seats_per_holder")])
    }

    @Test("a refusal names what the request was about, in its sentence and in its metadata")
    func subject() {
        let subject = RefusalSubject(showID: "s1", hallID: "h1", hallRevision: 9, saleID: "sa_s1_3", seatOwner: .sale)
        #expect(RPCError(.showUnknown, about: subject).message.contains("show 's1'"))
        #expect(RPCError(.hallUnknown, about: subject).message.contains("revision 9 of hall 'h1'"))
        #expect(RPCError(.saleUnknown, about: subject).message.contains("sale 'sa_s1_3'"))
        #expect(RPCError(.showExists, about: subject).message.contains("'s1'"))
        #expect(RPCError(.seatUnknown(["A-1"]), about: subject).message.contains("never in this sale"))
        for case .errorInfo(_, _, let pairs) in RPCError(.hallBusy(showID: "s2"), about: subject).status?.details ?? []
        {
            #expect(
                pairs == [
                    .init("hall_id", "h1"), .init("hall_revision", "9"), .init("sale_id", "sa_s1_3"),
                    .init("show_id", "s2"),
                ], "the refusal's own show stands before the subject's")
        }
    }

    @Test("a lost lock tells what to do: lock anew, lock others, or refund")
    func lost() {
        let confirm = RefusalSubject(isConfirm: true)
        #expect(RPCError(.lockLost([])).message.contains("lock them anew"))
        #expect(RPCError(.lockLost(["A-1"])).message.contains("lock other seats"))
        #expect(RPCError(.lockLost(["A-1"]), about: confirm).message.contains("refund the payment"))
        #expect(RPCError(.lockLost([]), about: confirm).message.contains("refund the payment"))
    }

    @Test("a refusal of a thousand faults or seats still fits in a header field, and says what it left out")
    func bounded() throws {
        let faults = (0..<1_000).map { FieldFault("hall.seats[\($0)].code", "A-\($0) is the code of another seat") }
        let error = RPCError(.fields(faults))
        #expect(try #require(error.details).count <= UsherRPC.Limits.maxDetailsBytes)
        #expect(error.faults.count > 20)
        #expect(error.faults.last?.description.contains("more") == true)
        let seats = (0..<100_000).map { "Seat-\($0)" }
        let taken = RPCError(.seatTaken(seats))
        #expect(try #require(taken.details).count <= UsherRPC.Limits.maxDetailsBytes)
        #expect(taken.message.contains("99990 more"))
    }

    /// What ErrorInfo says of how many seats there are.
    private func total(_ error: RPCError) -> String? {
        for case .errorInfo(_, _, let pairs) in error.status?.details ?? [] {
            return pairs.first { $0.key == "seats_total" }?.value
        }
        return nil
    }

    @Test(
        "a list of seats that is cut is told with its true length, in the sentence and for programs",
        arguments: [
            .seatTaken(Self.manySeats), .lockLost(Self.manySeats), .orphanSeat(Self.manySeats, suggestion: nil),
            .splitPair(Self.manySeats, suggestion: nil), .seatUnknown(Self.manySeats),
            .seatUnknown(Array(Self.manySeats.prefix(1_000)), more: 4_000),
        ] as [Refusal])
    func totals(refusal: Refusal) {
        for subject in [
            RefusalSubject(showID: "s1"), RefusalSubject(seatOwner: .lock), RefusalSubject(seatOwner: .sale),
        ] {
            let error = RPCError(refusal, about: subject)
            #expect(error.message.contains("and 4990 more"), "\(error.message)")
            #expect(total(error) == "5000")
        }
    }

    private static let manySeats = (0..<5_000).map { "H3-A-\($0)" }

    @Test("a list that is told whole has no length beside it, and one unknown seat is one")
    func wholeLists() {
        let few = Array(Self.manySeats.prefix(12))
        for refusal: Refusal in [.seatTaken(few), .seatUnknown(few), .lockLost([])] {
            #expect(total(RPCError(refusal)) == nil)
        }
        #expect(RPCError(.seatTaken(few)).message.contains("and 2 more"))
        #expect(RPCError(.seatUnknown(["A-1"])).message.hasPrefix("Seat A-1 is"))
    }

    @Test("a cut list of faults counts all that it stands for, and names CheckHall to who puts a hall alone")
    func faultCounts() {
        var gathered = FaultList()
        for index in 0..<5_000 { gathered.add("seats[\(index)]", "must be 1 to 64 characters") }
        let error = RPCError(.fields(gathered.all))
        #expect(error.message.hasPrefix("5000 faulty fields"))
        let told = error.faults.count - 1
        #expect(error.faults.last == FieldFault("", "and \(5_000 - told) more"))
        let hall = RPCError(
            .fields((0..<1_000).map { FieldFault("hall.seats[\($0)].code", "is that of another seat") }))
        #expect(hall.faults.last?.description.hasSuffix("more; CheckHall lists every fault") == true)
    }

    @Test("whatever the texts are, what is sent fits with its reason: details that do not would be left out whole")
    func fits() throws {
        let masks = "🎭"
        for length in [1, 10, 64, 5_000] {
            for count in [1, 37, 38, 39, 200] {
                let text = String(repeating: masks, count: length)
                let faults = (0..<count).map { FieldFault("\(text)[\($0)]", "\(text) is in the cell of \(text)") }
                let seats = (0..<count).map { "\(text)\($0)" }
                for refusal: Refusal in [
                    .fields(faults), .seatTaken(seats), .orphanSeat(seats, suggestion: Self.proposal(seats)),
                ] {
                    let error = RPCError(refusal, about: RefusalSubject(showID: String(repeating: "s", count: 64)))
                    let details = try #require(error.details)
                    #expect(details.count <= UsherRPC.Limits.maxDetailsBytes, "\(length) \(count)")
                    #expect(error.status?.reason != nil)
                }
            }
        }
        let seats = (0..<300).map { "R1C\($0)" }
        for case .seatConflict(let conflict) in RPCError(.seatTaken(seats)).status?.details ?? [] {
            #expect(conflict.seats == seats, "all of them: there is room")
        }
    }

    @Test("a few dozen faults are all told")
    func complete() {
        let faults = (0..<40).map { FieldFault("hall.seats[\($0)].code", "A-\($0) twice") }
        #expect(RPCError(.fields(faults)).faults == faults)
    }

    @Test("a store that is away says that nothing was done and when to come back")
    func storeAway() throws {
        let error = RPCError(LedgerError(.storeAway, "disk"))
        #expect(error.code == .unavailable)
        #expect(error.status?.reason == "STORE_AWAY")
        #expect(error.status?.details.contains(.retryInfo(.seconds(1))) == true)
    }

    @Test("a failed commit is unavailable without a reason: the outcome is unknown")
    func commitFailed() {
        let error = RPCError(LedgerError(.commitFailed, "sync"))
        #expect(error.code == .unavailable)
        #expect(error.status?.reason == nil)
        #expect(error.message.contains("request_id"))
    }

    @Test("undecodable bytes are INTERNAL, an overblown message is RESOURCE_EXHAUSTED")
    func wire() {
        #expect(RPCError(WireError(.malformed, "cut")).code == .internal)
        #expect(RPCError(WireError(.tooLarge, "big")).code == .resourceExhausted)
        let fields = RPCError(WireError(.fields, "x", faults: [FieldFault("a", "b")]))
        #expect(fields.code == .invalidArgument)
        #expect(fields.faults == [FieldFault("a", "b")])
    }
}
