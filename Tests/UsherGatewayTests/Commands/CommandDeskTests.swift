import Synchronization
import Testing
import UsherCore
import UsherLedger
import UsherRPC
import UsherWire

@testable import UsherGateway

/// Requests that become one command: a server begins them without a task, or has the handler take them.
struct CommandDeskTests {
    private static let token = LockServiceTests.token.text

    /// A request of every method, well formed and faulty.
    private static let requests: [(path: String, bytes: [UInt8])] = [
        ("LockService/LockSeats", LockSeatsRequest(showID: "s1", holder: "h", seats: ["A-1"]).encoded()),
        ("LockService/LockSeats", LockSeatsRequest(showID: "s1", holder: "h", seats: [], ttl: .hours(9)).encoded()),
        ("LockService/LockSeats", [0xFF, 0xFF]),
        (
            "LockService/LockBestSeats",
            LockBestSeatsRequest(showID: "s1", SeatQuery(count: 2), holder: "h").encoded()
        ),
        (
            "LockService/LockBestSeats",
            LockBestSeatsRequest(showID: "", SeatQuery(count: 0), holder: "h").encoded()
        ),
        ("LockService/ChangeLock", ChangeLockRequest(token: token, add: ["A-2"]).encoded()),
        ("LockService/ChangeLock", ChangeLockRequest(token: token).encoded()),
        ("LockService/RenewLock", RenewLockRequest(token: token, ttl: .seconds(60)).encoded()),
        ("LockService/RenewLock", RenewLockRequest(token: "x", ttl: .zero).encoded()),
        ("LockService/BeginPayment", BeginPaymentRequest(token: token).encoded()),
        ("LockService/BeginPayment", BeginPaymentRequest(token: "lk_").encoded()),
        ("LockService/EndPayment", EndPaymentRequest(token: token).encoded()),
        ("LockService/ConfirmLock", ConfirmLockRequest(token: token, orderRef: "o").encoded()),
        ("LockService/ConfirmLock", ConfirmLockRequest(token: token, orderRef: "").encoded()),
        ("LockService/ReleaseLock", ReleaseLockRequest(token: token).encoded()),
        ("LockService/GetLock", GetLockRequest(token: token).encoded()),
        ("LockService/RefundSale", RefundSaleRequest(saleID: "sa_s1_6", all: true).encoded()),
        ("LockService/RefundSale", RefundSaleRequest(saleID: "sa_s1_6").encoded()),
        ("LockService/GetSale", GetSaleRequest(saleID: "sa_s1_6").encoded()),
        ("LockService/GetSale", GetSaleRequest(saleID: "?").encoded()),
        ("ShowService/GetShow", GetShowRequest(showID: "s1").encoded()),
        ("ShowService/UpdateShow", UpdateShowRequest().encoded()),
        ("ShowService/BlockSeats", BlockSeatsRequest(showID: "s1", seats: ["A-1"], reason: "r").encoded()),
        ("ShowService/UnblockSeats", UnblockSeatsRequest(showID: "s1", seats: ["A-1", "A-1"]).encoded()),
    ]

    private static func verdict(_ command: ShowCommand) -> Verdict<CommandReply> {
        switch command {
        case .lockSeats, .lockBestSeats, .changeLock, .renewLock, .beginPayment, .endPayment, .releaseLock, .getLock:
            .success(LockServiceTests.lockReply())
        case .confirmLock, .refundSale, .getSale:
            .success(LockServiceTests.saleReply())
        case .getShow, .updateShow:
            .success(reply(.show(ShowView(show: Stage.show, seq: 7, counts: nil))))
        case .blockSeats, .unblockSeats:
            .success(reply(.seq(8)))
        }
    }

    private static func reply(_ subject: CommandReply.Subject) -> CommandReply {
        CommandReply(subject: subject, showID: "s1", hall: Stage.hall, serverTime: Timestamp(nanoseconds: 3))
    }

    private func outcome(_ body: () async throws -> [UInt8]) async -> Result<[UInt8], RPCError> {
        do {
            return .success(try await body())
        } catch {
            return .failure(error as? RPCError ?? RPCError(.internal, "\(error)"))
        }
    }

    /// What the ledger answers all: the right thing, that there is no such show, a conflict, or nothing for want of a store.
    enum Mood: CaseIterable { case serves, knowsNoShow, refuses, isAway }

    @Test("a begun call and its handler ask the ledger the same and say the same", arguments: Mood.allCases)
    func alike(mood: Mood) async throws {
        for (path, bytes) in Self.requests {
            let begun = stage(mood)
            let handled = stage(mood)
            let first = await outcome { try await begun.unary("usher.v1." + path, bytes) }
            let second = await outcome { try await handled.handled("usher.v1." + path, bytes) }
            #expect(first == second, "\(path)")
            let asked = [begun, handled].map { stage in
                stage.ledger.seen { $0.commands.map { $0.command.digest(show: $0.show.showID) } }
            }
            #expect(asked[0] == asked[1], "\(path)")
        }
    }

    private func stage(_ mood: Mood) -> Stage {
        let stage = Stage()
        stage.ledger.script { state in
            switch mood {
            case .serves: state.reply = { command, _ in Self.verdict(command) }
            case .knowsNoShow: state.reply = { _, _ in .failure(.showUnknown) }
            case .refuses: state.reply = { _, _ in .failure(.requestIDReused) }
            case .isAway: state.failure = LedgerError(.storeAway, "away")
            }
        }
        return stage
    }

    @Test("a request that is decoded off the loop, and one whose faults need the show, are left to the handler")
    func left() async throws {
        let stage = stage(.serves)
        let begin = try #require(try stage.method("usher.v1.LockService/LockSeats").begin)
        let reply = AwaitedReply()
        let call = stage.call("usher.v1.LockService/LockSeats")
        let large = LockSeatsRequest(
            showID: "s1", holder: "h", seats: (0..<20_000).map { "A-\($0)" })
        #expect(try begin(call, large.encoded(), reply) == false)
        let faulty = LockSeatsRequest(showID: "s1", holder: "", seats: ["A-1"], ttl: .hours(9))
        #expect(try begin(call, faulty.encoded(), reply) == false)
        #expect(stage.ledger.seen { $0.commands.isEmpty } && reply.count == 0)
        let error = try #require(try await stage.refusal("usher.v1.LockService/LockSeats", faulty))
        #expect(error.faults.map(\.field).sorted() == ["holder", "ttl"])
    }

    @Test(
        "a call's deadline goes with its command, by the ledger's clock; one that is too late says that nothing was done"
    )
    func deadlines() async throws {
        let ledger = try ShowLedger(.memory, clock: ManualClock(), observer: GatewayFanout())
        let loop = ManualLoop()
        let courier = LoopCourier(loop, ledger)
        func kind(_ deadline: Int64?) async -> LedgerError.Kind? {
            let result = Mutex<Result<Verdict<CommandReply>, LedgerError>?>(nil)
            courier.bring(.getShow, on: Stage.ref, request: nil, deadline: deadline) { told in
                result.withLock { $0 = told }
            }
            while true {
                loop.run()
                switch result.withLock({ $0 }) {
                case .failure(let error)?: return error.kind
                case .success?: return nil
                case nil: await Task.yield()
                }
            }
        }
        #expect(await kind(loop.now) == .tooLate)
        #expect(await kind(loop.now - 1_000_000_000) == .tooLate)
        #expect(await kind(loop.now + 1) == nil)
        #expect(await kind(nil) == nil)
        #expect(await kind(.max) == nil)
        await ledger.close()
        let error = RPCError(LedgerError(.tooLate, ""))
        #expect(error.code == .deadlineExceeded && error.message.contains("nothing was done"))
    }

    @Test("calls of one loop share a courier, and those of another have their own")
    func couriers() {
        let couriers = LoopCouriers(to: stage(.serves).ledger)
        let (first, second) = (ManualLoop(), ManualLoop(index: 1))
        #expect(couriers.courier(to: first) === couriers.courier(to: first))
        #expect(couriers.courier(to: first) !== couriers.courier(to: second))
    }
}
