import Usher
import UsherCore

/// Carries out what the demo's buyers want, through the real client, and tells the screen.
struct DemoMarket {
    static let showID = "demo"
    /// One tick of the crowd.
    static let tickMilliseconds = 120
    /// How long an abandoned lock holds its seats: short, so that a visitor sees some expire.
    static let lockTTL = TimeSpan.seconds(8)

    private let client: UsherClient
    private let hall: Hall
    private let screen: LiveScreen
    private var crowd: BuyerCrowd
    private var tokens: [Int: String] = [:]
    private var sales: [Int: String] = [:]

    init(_ client: UsherClient, _ hall: Hall, _ screen: LiveScreen, seed: UInt64) {
        self.client = client
        self.hall = hall
        self.screen = screen
        let ticks = Int(Self.lockTTL.nanoseconds / 1_000_000) / Self.tickMilliseconds
        crowd = BuyerCrowd(hall, seed: seed, expiryTicks: ticks + 10, house: SampleHall.house)
    }

    /// Puts the sample hall and a show in it.
    static func open(_ client: UsherClient) async throws(UsherError) -> (hall: Hall, show: Show) {
        let hall = try await client.putHall(SampleHall.make())
        let now = SystemTime.now
        let policy = Policy(lockTTL: lockTTL, maxLockTime: .minutes(10), paymentWindow: .seconds(30))
        let show = Show(
            showID: showID, hallID: hall.hallID, title: "The Living Map", startsAt: now + .hours(2),
            endsAt: now + .hours(5), prices: SampleHall.prices, policy: policy)
        let view = try await client.createShow(show)
        _ = try await client.blockSeats(SampleHall.house, of: showID, reason: "house seats")
        return (SampleHall.make(), view.show)
    }

    /// Ticks until it is cancelled.
    mutating func run() async throws {
        while !Task.isCancelled {
            for action in crowd.step() {
                do {
                    try await carryOut(action)
                } catch let error as UsherError {
                    // A visitor with a client of their own may be faster than a buyer: that is the point of the demo.
                    guard error.code != .unavailable else { throw error }
                    await refused(action, error)
                }
            }
            do { try await Task.sleep(for: .milliseconds(Self.tickMilliseconds)) } catch { return }
        }
    }

    private mutating func carryOut(_ action: BuyerAction) async throws {
        switch action {
        case .lock(let id, let seats):
            guard let buyer = crowd.buyer(id) else { return }
            let codes = seats.map { hall.seats[$0].code }
            do throws(UsherError) {
                tokens[id] = try await client.lockSeats(codes, of: Self.showID, holder: buyer.name).token
                await screen.tell("\(buyer.name) locks \(codes.joined(separator: " "))")
            } catch {
                guard let instead = error.suggestion?.seats, !instead.isEmpty else { throw error }
                let lock = try await client.lockSeats(instead, of: Self.showID, holder: buyer.name)
                tokens[id] = lock.token
                let indexes = hall.seats.indices.filter { lock.seats.contains(hall.seats[$0].code) }
                crowd.moved(id, to: indexes)
                await screen.tell(
                    "\(buyer.name) leaves nobody alone and locks \(instead.joined(separator: " "))")
            }
        case .pay(let id):
            guard let buyer = crowd.buyer(id), let token = tokens[id] else { return }
            let lock = try await client.beginPayment(token)
            crowd.paying(id)
            let total = lock.amounts.map { MoneyText.format($0.amountMinor, $0.currencyCode) }
            await screen.tell("\(buyer.name) pays \(total.joined(separator: " + "))")
        case .confirm(let id):
            guard let buyer = crowd.buyer(id), let token = tokens.removeValue(forKey: id) else { return }
            let sale = try await client.confirmLock(token, orderRef: "demo-\(id)")
            sales[id] = sale.saleID
            crowd.confirmed(id, sale: id)
            await screen.tell("\(buyer.name) has bought \(sale.seats.joined(separator: " "))")
        case .release(let id):
            guard let buyer = crowd.buyer(id), let token = tokens.removeValue(forKey: id) else { return }
            try await client.releaseLock(token)
            crowd.released(id)
            await screen.tell("\(buyer.name) changes their mind")
        case .leave(let id):
            guard let buyer = crowd.buyer(id) else { return }
            tokens[id] = nil
            crowd.left(id)
            await screen.tell("\(buyer.name) walks away; the lock will expire")
        case .refund(let id):
            guard let saleID = sales.removeValue(forKey: id) else { return }
            _ = try await client.refundSale(saleID, .all)
            crowd.refunded(id)
            await screen.tell("order demo-\(id) is refunded")
        }
    }

    private mutating func refused(_ action: BuyerAction, _ error: UsherError) async {
        switch action {
        case .lock(let id, _), .pay(let id), .confirm(let id), .release(let id), .leave(let id):
            let name = crowd.buyer(id)?.name ?? "a buyer"
            tokens[id] = nil
            crowd.refused(id)
            await screen.tell("\(name) is refused: \(error.reason.isEmpty ? error.code.name : error.reason)")
        case .refund(let id): crowd.refunded(id)
        }
    }
}
