import Testing
import UsherCore
import UsherLedger
import UsherRPC
import UsherWire

@testable import UsherGateway

struct LockServiceTests {
    static let path = "usher.v1.LockService/"
    static let secret = TokenSecret(high: 1, low: 2)
    static let token = LockToken(showID: "s1", key: LockKey(number: 5, secret: secret))

    static func lockReply() -> CommandReply {
        let held = [
            HeldSeat(seat: 3, amount: SeatAmount(currencyCode: "EUR", amountMinor: 1_200)),
            HeldSeat(seat: 1, amount: SeatAmount(currencyCode: "EUR", amountMinor: 800)),
        ]
        let lock = Lock(
            number: 5, secret: secret, holder: "anna", seats: held, startedAt: Timestamp(nanoseconds: 10),
            expiresAt: Timestamp(nanoseconds: 20), seq: 11)
        return CommandReply(
            subject: .lock(lock), showID: "s1", hall: Stage.hall, serverTime: Timestamp(nanoseconds: 15))
    }

    static func saleReply() -> CommandReply {
        let sale = Sale(
            number: 6, lockNumber: 5, holder: "anna", orderRef: "o1", seats: [HeldSeat(seat: 3, amount: nil)],
            soldAt: Timestamp(nanoseconds: 30), seq: 12, late: true,
            refunds: [Refund(seats: [HeldSeat(seat: 1, amount: nil)], refundedAt: Timestamp(nanoseconds: 40))])
        return CommandReply(
            subject: .sale(sale), showID: "s1", hall: Stage.hall, serverTime: Timestamp(nanoseconds: 35))
    }

    @Test("a lock comes back with its token, codes in the order asked for, and amounts")
    func lock() async throws {
        let stage = Stage()
        stage.ledger.script { $0.reply = { _, _ in .success(Self.lockReply()) } }
        let reply: LockMessage = try await stage.unary(
            Self.path + "LockSeats",
            LockSeatsRequest(showID: "s1", holder: "anna", seats: ["A-3", "A-1"], ttl: .seconds(60), requestID: "r1"))
        #expect(reply.token == Self.token.text)
        #expect(reply.lockID == "lk_s1_5")
        #expect(reply.seats == ["A-3", "A-1"])
        #expect(reply.amounts == [AmountMessage(currencyCode: "EUR", amountMinor: 2_000)])
        #expect(reply.seatAmounts.map(\.zoneID) == ["z", "z"])
        #expect(reply.serverTime == Timestamp(nanoseconds: 15))
        let asked = stage.ledger.seen { $0.commands }
        guard asked.count == 1, case .lockSeats("anna", ["A-3", "A-1"], TimeSpan.seconds(60)?, _) = asked[0].command
        else {
            Issue.record("asked \(asked)")
            return
        }
        #expect(asked[0].show == Stage.ref)
        #expect(asked[0].request?.scope == .lockSeats)
        #expect(asked[0].request?.id == "r1")
    }

    @Test("every lock gets a secret of its own, and a repeat is known by its content, not by that")
    func secrets() async throws {
        let stage = Stage()
        stage.ledger.script { $0.reply = { _, _ in .success(Self.lockReply()) } }
        let request = LockSeatsRequest(showID: "s1", holder: "anna", seats: ["A-3"], requestID: "r1")
        _ = try await stage.unary(Self.path + "LockSeats", request.encoded())
        _ = try await stage.unary(Self.path + "LockSeats", request.encoded())
        let asked = stage.ledger.seen { $0.commands }
        let secrets = asked.compactMap { entry -> TokenSecret? in
            if case .lockSeats(_, _, _, let secret) = entry.command { secret } else { nil }
        }
        #expect(Set(secrets).count == 2)
        #expect(asked[0].request == asked[1].request)
    }

    @Test("all faults of a request are told at once")
    func faults() async throws {
        let stage = Stage()
        let request = LockSeatsRequest(
            showID: "s 1", holder: "", seats: ["A-1", "", "A-1", String(repeating: "x", count: 65)],
            ttl: .milliseconds(999), requestID: String(repeating: "r", count: 65))
        let error = try await stage.refusal(Self.path + "LockSeats", request)
        #expect(error?.code == .invalidArgument)
        #expect(error?.status?.reason == "FIELDS")
        #expect(
            error?.faults.map(\.field) == [
                "show_id", "holder", "seats[1]", "seats[2]", "seats[3]", "ttl", "request_id",
            ])
        #expect(error?.faults[3].description.contains("A-1") == true)
        #expect(stage.ledger.seen { $0.commands.isEmpty })
    }

    struct Fault: Sendable, CustomTestStringConvertible {
        var method: String
        var request: any WireMessage
        var fields: [String]
        var testDescription: String { "\(method): \(fields)" }
    }

    static let faulty: [Fault] = [
        Fault(method: "LockSeats", request: LockSeatsRequest(showID: "s1", holder: "a"), fields: ["seats"]),
        Fault(
            method: "LockSeats",
            request: LockSeatsRequest(
                showID: String(repeating: "s", count: 65), holder: "a/b", seats: ["A-1"], ttl: .seconds(-1)),
            fields: ["show_id", "holder", "ttl"]),
        Fault(method: "ChangeLock", request: ChangeLockRequest(token: token.text), fields: ["add"]),
        Fault(
            method: "ChangeLock",
            request: ChangeLockRequest(token: token.text, add: ["A-1", "A-1"], remove: ["A-2", "A-2", "A-1"]),
            fields: ["add[1]", "remove[1]", "remove[2]"]),
        Fault(method: "RenewLock", request: RenewLockRequest(token: token.text, ttl: .zero), fields: ["ttl"]),
        Fault(method: "ConfirmLock", request: ConfirmLockRequest(token: token.text), fields: ["order_ref"]),
        Fault(
            method: "ConfirmLock",
            request: ConfirmLockRequest(token: "x", orderRef: String(repeating: "o", count: 65), requestID: "r"),
            fields: ["order_ref"]),
        Fault(method: "RefundSale", request: RefundSaleRequest(saleID: "sa_s1_6"), fields: ["seats"]),
        Fault(
            method: "RefundSale", request: RefundSaleRequest(saleID: "sa_s1_6", seats: ["A-1"], all: true),
            fields: ["all"]),
        Fault(
            method: "ListSales", request: ListSalesRequest(showID: "", pageSize: 1_001),
            fields: ["show_id", "page_size"]),
    ]

    @Test("field faults are found before the ledger is asked", arguments: faulty)
    func fieldFaults(fault: Fault) async throws {
        let stage = Stage()
        let error = try await stage.refusal(Self.path + fault.method, fault.request)
        #expect(error?.status?.reason == "FIELDS")
        #expect(error?.faults.map(\.field) == fault.fields)
        #expect(stage.ledger.seen { $0.commands.isEmpty })
    }

    static let tokenCalls: [Fault] = ["", "x", "lk_s1_5", token.text.uppercased()].flatMap { text in
        [
            Fault(method: "ChangeLock", request: ChangeLockRequest(token: text, add: ["A-1"]), fields: []),
            Fault(method: "RenewLock", request: RenewLockRequest(token: text), fields: []),
            Fault(method: "BeginPayment", request: BeginPaymentRequest(token: text), fields: []),
            Fault(method: "EndPayment", request: EndPaymentRequest(token: text), fields: []),
            Fault(method: "ConfirmLock", request: ConfirmLockRequest(token: text, orderRef: "o"), fields: []),
            Fault(method: "ReleaseLock", request: ReleaseLockRequest(token: text), fields: []),
            Fault(method: "GetLock", request: GetLockRequest(token: text), fields: []),
        ]
    }

    @Test("a malformed token is a lock that nobody knows", arguments: tokenCalls)
    func malformedToken(call: Fault) async throws {
        let error = try await Stage().refusal(Self.path + call.method, call.request)
        #expect(error?.code == .notFound)
        #expect(error?.status?.reason == "LOCK_UNKNOWN")
    }

    @Test("a token or sale id of a show that does not exist is unknown itself")
    func foreign() async throws {
        let stage = Stage()
        let token = LockToken(showID: "s9", key: Self.token.key).text
        let lock = try await stage.refusal(Self.path + "GetLock", GetLockRequest(token: token))
        #expect(lock?.status?.reason == "LOCK_UNKNOWN")
        let sale = try await stage.refusal(Self.path + "GetSale", GetSaleRequest(saleID: "sa_s9_1"))
        #expect(sale?.status?.reason == "SALE_UNKNOWN")
        let malformed = try await stage.refusal(Self.path + "GetSale", GetSaleRequest(saleID: "sa_s9"))
        #expect(malformed?.status?.reason == "SALE_UNKNOWN")
    }

    @Test("a sale comes back with its ids and refunds")
    func sale() async throws {
        let stage = Stage()
        stage.ledger.script { $0.reply = { _, _ in .success(Self.saleReply()) } }
        let reply: SaleMessage = try await stage.unary(
            Self.path + "ConfirmLock", ConfirmLockRequest(token: Self.token.text, orderRef: "o1", requestID: "r"))
        #expect(reply.saleID == "sa_s1_6")
        #expect(reply.lockID == "lk_s1_5")
        #expect(reply.seats == ["A-3"])
        #expect(reply.refunds.map(\.seats) == [["A-1"]])
        #expect(reply.late)
        let refund: SaleMessage = try await stage.unary(
            Self.path + "RefundSale", RefundSaleRequest(saleID: "sa_s1_6", all: true))
        #expect(refund == reply)
        #expect(
            stage.ledger.seen { $0.commands.map(\.command) } == [
                .confirmLock(Self.token.key, orderRef: "o1"), .refundSale(number: 6, seats: [], all: true),
            ])
    }

    @Test("a ledger that is away is STORE_AWAY")
    func away() async throws {
        let stage = Stage()
        stage.ledger.script { $0.failure = LedgerError(.storeAway, "disk") }
        let error = try await stage.refusal(Self.path + "GetLock", GetLockRequest(token: Self.token.text))
        #expect(error?.code == .unavailable)
        #expect(error?.status?.reason == "STORE_AWAY")
    }

    @Test("a ledger that answers about something else is INTERNAL, not a crash")
    func wrongSubject() async throws {
        let stage = Stage()
        stage.ledger.script { $0.reply = { _, _ in .success(Self.saleReply()) } }
        let error = try await stage.refusal(Self.path + "GetLock", GetLockRequest(token: Self.token.text))
        #expect(error?.code == .internal)
    }
}
