import Testing

@testable import UsherCore

/// The machine's table: every standing × every wish, every open call × every wish, every call × every answer.
@Suite("The lock machine's table")
struct LockMachineTableTests {
    typealias Standing = SelectionMachine.Standing

    enum Expected: Equatable, Sendable {
        case sends(LockCall.Kind)
        case refuses(String)
        /// Answered at once, with nothing sent.
        case lock, sale, released
    }

    static let wishes: [LockWish] = [
        .lock(ttl: nil), .change, .renew(ttl: nil), .pay, .endPayment, .confirm(orderRef: "o"),
        .confirm(orderRef: "other"), .release, .lockBest(SeatQuery(count: 2), ttl: nil),
    ]

    /// One line a standing, in the order of `wishes`.
    static let table: [(Standing, [Expected])] = [
        (
            .none,
            [
                .sends(.lock), .refuses("LOCK_UNKNOWN"), .refuses("LOCK_UNKNOWN"), .refuses("LOCK_UNKNOWN"),
                .refuses("LOCK_UNKNOWN"), .refuses("LOCK_UNKNOWN"), .refuses("LOCK_UNKNOWN"), .released, .sends(.lock),
            ]
        ),
        (
            .held,
            [
                .lock, .lock, .sends(.renew), .sends(.beginPayment), .lock, .sends(.confirm), .sends(.confirm),
                .sends(.release), .refuses("LOCK_FIXED"),
            ]
        ),
        (
            .paying,
            [
                .refuses("LOCK_FIXED"), .refuses("LOCK_FIXED"), .refuses("LOCK_FIXED"), .lock, .sends(.endPayment),
                .sends(.confirm), .sends(.confirm), .sends(.release), .refuses("LOCK_FIXED"),
            ]
        ),
        (
            .sold,
            [
                .refuses("LOCK_FIXED"), .refuses("LOCK_FIXED"), .refuses("LOCK_FIXED"), .refuses("LOCK_FIXED"),
                .refuses("LOCK_FIXED"), .sale, .refuses("LOCK_FIXED"), .refuses("LOCK_FIXED"), .refuses("LOCK_FIXED"),
            ]
        ),
        (
            .expired,
            [
                .sends(.lock), .refuses("LOCK_LOST"), .refuses("LOCK_LOST"), .refuses("LOCK_LOST"),
                .refuses("LOCK_LOST"), .sends(.confirm), .sends(.confirm), .released, .sends(.lock),
            ]
        ),
        (
            .lost,
            [
                .sends(.lock), .refuses("LOCK_LOST"), .refuses("LOCK_LOST"), .refuses("LOCK_LOST"),
                .refuses("LOCK_LOST"), .sends(.confirm), .sends(.confirm), .released, .sends(.lock),
            ]
        ),
        (
            .released,
            [
                // Nothing is chosen any more.
                .refuses("NO_SEATS"), .refuses("LOCK_LOST"), .refuses("LOCK_LOST"), .refuses("LOCK_LOST"),
                .refuses("LOCK_LOST"), .sends(.confirm), .sends(.confirm), .released, .sends(.lock),
            ]
        ),
    ]

    static func expected(_ begun: Begun, _ stage: SelectionStage) -> Expected? {
        switch begun {
        case .began: .sends(stage.last.call.kind)
        case .answered(.refused(let refusal)): .refuses(refusal.reason)
        case .answered(.lock): .lock
        case .answered(.sold): .sale
        case .answered(.released): .released
        case .joined, .after, .answered: nil
        }
    }

    @Test("every standing has an answer to every wish", arguments: Standing.allCases, wishes.indices)
    func standings(standing: Standing, wish: Int) throws {
        let row = try #require(Self.table.first { $0.0 == standing }).1
        var stage = SelectionStage.standing(standing)
        let before = stage.sent.count
        let begun = stage.begin(Self.wishes[wish])
        #expect(Self.expected(begun, stage) == row[wish])
        if case .sends = row[wish] {
            #expect(stage.sent.count == before + 1)
            #expect(stage.last.token == (stage.last.call.kind == .lock ? "" : "S.1.x"))
        } else {
            #expect(stage.sent.count == before)
        }
    }

    // MARK: While a call is open

    enum Met: Equatable, Sendable {
        case joins, waits
        /// Takes the open call's place.
        case replaces(LockCall.Kind)
        case refuses(String)
    }

    /// How each call is opened, from which standing, and what each wish meets then, in the order of `wishes`.
    static let open: [(String, Standing, LockWish, [Met])] = [
        ("lock", .none, .lock(ttl: nil), [.joins, .waits, .waits, .waits, .waits, .waits, .waits, .joins, .waits]),
        (
            "lock best", .none, .lockBest(SeatQuery(count: 2), ttl: nil),
            [.waits, .waits, .waits, .waits, .waits, .waits, .waits, .joins, .joins]
        ),
        (
            "renew", .held, .renew(ttl: nil),
            [
                .waits, .waits, .joins, .waits, .waits, .replaces(.confirm), .replaces(.confirm),
                .replaces(.release), .waits,
            ]
        ),
        (
            "pay", .held, .pay,
            [
                .waits, .waits, .waits, .joins, .waits, .replaces(.confirm), .replaces(.confirm),
                .replaces(.release), .waits,
            ]
        ),
        (
            "end payment", .paying, .endPayment,
            [
                .waits, .waits, .waits, .waits, .joins, .replaces(.confirm), .replaces(.confirm),
                .replaces(.release), .waits,
            ]
        ),
        (
            "confirm", .paying, .confirm(orderRef: "o"),
            [.waits, .waits, .waits, .waits, .waits, .joins, .waits, .waits, .waits]
        ),
        ("release", .held, .release, [.waits, .waits, .waits, .waits, .waits, .waits, .waits, .joins, .waits]),
    ]

    @Test(
        "every open call has an answer to every wish, also while its outcome is unknown",
        arguments: open.indices, wishes.indices)
    func openCalls(row: Int, wish: Int) {
        for isUnknown in [false, true] {
            let (_, standing, opening, answers) = Self.open[row]
            var stage = SelectionStage.standing(standing)
            guard case .began(let id) = stage.begin(opening) else { return #expect(Bool(false), "nothing was sent") }
            if isUnknown { stage.answer(.unknown(retryAfter: nil)) }
            let before = stage.sent.count
            let begun = stage.begin(Self.wishes[wish])
            switch answers[wish] {
            case .joins: #expect(begun == .joined(id: id))
            case .waits: #expect(begun == .after(id: id))
            case .replaces(let kind):
                #expect(begun == .began(id: id + 1))
                #expect(stage.last.call.kind == kind)
                #expect(stage.ends[id] == .superseded)
            case .refuses(let reason): #expect(Self.expected(begun, stage) == .refuses(reason))
            }
            #expect(stage.sent.count == before + (begun == .began(id: id + 1) ? 1 : 0))
        }
    }

    @Test("a change meets wishes as it should")
    func openChange() {
        let answers: [Met] = [
            .joins, .joins, .waits, .waits, .waits, .waits, .waits, .replaces(.release), .waits,
        ]
        for (wish, answer) in zip(Self.wishes, answers) {
            var stage = SelectionStage.standing(.held)
            stage.tap("A3")
            guard case .began(let id) = stage.begin(.change) else { return #expect(Bool(false), "nothing was sent") }
            let begun = stage.begin(wish)
            switch answer {
            case .joins: #expect(begun == .joined(id: id))
            case .waits: #expect(begun == .after(id: id))
            default:
                #expect(begun == .began(id: id + 1))
                #expect(stage.ends[id] == .superseded)
            }
        }
    }

    // MARK: Taps

    @Test("taps are answered in every standing", arguments: Standing.allCases)
    func taps(standing: Standing) {
        var stage = SelectionStage.standing(standing)
        let outcome = stage.tap("A5")
        switch standing {
        case .none, .held, .lost, .expired, .released: #expect(outcome == .selected(["A5"]))
        case .paying, .sold:
            guard case .refused(let refusal) = outcome else { return #expect(Bool(false), "\(outcome)") }
            #expect(refusal.reason == "LOCK_FIXED")
            #expect(stage.machine.clear() == outcome)
        }
    }

    @Test("taps are refused as busy while a call decides about the seats", arguments: open.indices)
    func tapsWhileBusy(row: Int) {
        let (name, standing, opening, _) = Self.open[row]
        for isUnknown in [false, true] {
            var stage = SelectionStage.standing(standing)
            stage.begin(opening)
            if isUnknown { stage.answer(.unknown(retryAfter: nil)) }
            let outcome = stage.tap("A5")
            if name == "renew" {
                #expect(outcome == .selected(["A5"]))
            } else {
                guard case .refused(let refusal) = outcome else { return #expect(Bool(false), "\(outcome)") }
                #expect(refusal.reason == "BUSY")
            }
        }
    }

    // MARK: Phases

    @Test("every call has its phase, and another while its outcome is unknown", arguments: open.indices)
    func phases(row: Int) {
        let (name, standing, opening, _) = Self.open[row]
        var stage = SelectionStage.standing(standing)
        let before = stage.phase
        stage.begin(opening)
        let phases: [String: SelectionPhase] = [
            "lock": .locking, "lock best": .locking, "confirm": .confirming, "release": .releasing,
        ]
        #expect(stage.phase == phases[name] ?? before)
        stage.answer(.unknown(retryAfter: nil))
        #expect(stage.phase == .resolving(stage.last.call.kind))
        #expect(stage.ends.isEmpty || stage.ends[stage.last.id] == nil)
        // Sent again it is the same call.
        let first = stage.last
        stage.passUntilSent(atMost: .seconds(1))
        #expect(stage.last == first)
        #expect(stage.phase == .resolving(stage.last.call.kind))
    }
}
