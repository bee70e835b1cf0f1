import UsherCore

/// Buyers who lock, change their mind, pay, confirm late, refund, and repeat requests whose answer they did not get.
struct SimulatedBuyers {
    private let hall: HallRevision
    /// Whether some of them leave the choice of their seats to the show.
    private let takeTheBest: Bool
    private var locks: [LockKey] = []
    private var sales: [(number: UInt64, seats: [Int32])] = []
    /// Sent with an id: any of them may be sent again, answered or not.
    private var sent: [SimulatedRequest] = []
    private var nextID = 0

    init(hall: HallRevision, takeTheBest: Bool = false) {
        self.hall = hall
        self.takeTheBest = takeTheBest
    }

    mutating func answered(_ answer: SimulatedAnswer) {
        switch answer.outcome {
        case .lock(let lock):
            let key = LockKey(number: lock.number, secret: lock.secret)
            if !locks.contains(key) { locks.append(key) }
        case .sale(let sale):
            sales.removeAll { $0.number == sale.number }
            sales.append((sale.number, sale.seats.map(\.seat)))
        case .blocks, .expired, .refused, .unknown: break
        }
    }

    mutating func next(_ random: inout SeededGenerator) -> SimulatedRequest {
        if !sent.isEmpty, random.oneIn(6) { return sent[random.below(sent.count)] }
        var request = fresh(&random)
        if random.oneIn(2), let scope = Self.scope(of: request.command) {
            nextID += 1
            request.id = "r\(nextID)"
            request.scope = scope
            sent.append(request)
        }
        return request
    }

    private static func scope(of command: ShowCommand) -> RequestScope? {
        switch command {
        case .lockSeats: .lockSeats
        case .lockBestSeats: .lockBestSeats
        case .changeLock: .changeLock
        case .renewLock: .renewLock
        case .confirmLock: .confirmLock
        case .refundSale: .refundSale
        default: nil
        }
    }

    private func codes(_ random: inout SeededGenerator, upTo count: Int) -> [String] {
        var chosen: [String] = []
        for _ in 0..<(1 + random.below(count)) {
            let code = hall.code(ofSeat: random.below(hall.seatCount))
            if !chosen.contains(code) { chosen.append(code) }
        }
        return chosen
    }

    private func fresh(_ random: inout SeededGenerator) -> SimulatedRequest {
        let kind = random.below(100)
        if kind < 40 || locks.isEmpty {
            let secret = TokenSecret(high: random.next(), low: random.next())
            let ttl: TimeSpan? = random.oneIn(2) ? .seconds(Int64(1 + random.below(600))) : nil
            if takeTheBest, random.oneIn(2) {
                let query = SeatQuery(count: 1 + random.below(4), seed: random.next())
                return SimulatedRequest(
                    command: .lockBestSeats(holder: "h\(random.below(4))", query, ttl: ttl, secret: secret))
            }
            return SimulatedRequest(
                command: .lockSeats(
                    holder: "h\(random.below(4))", seats: codes(&random, upTo: 3), ttl: ttl, secret: secret))
        }
        // Late deeds on old locks are rarer than those on the newest.
        let key = random.oneIn(3) ? locks[random.below(locks.count)] : locks[locks.count - 1]
        switch kind {
        case 40..<48:
            return SimulatedRequest(
                command: .changeLock(
                    key, add: codes(&random, upTo: 2), remove: random.oneIn(2) ? codes(&random, upTo: 1) : []))
        case 48..<54: return SimulatedRequest(command: .renewLock(key, ttl: .minutes(Int64(1 + random.below(20)))))
        case 54..<59: return SimulatedRequest(command: .beginPayment(key))
        case 59..<62: return SimulatedRequest(command: .endPayment(key))
        case 62..<76: return SimulatedRequest(command: .confirmLock(key, orderRef: "o\(random.below(3))"))
        case 76..<83: return SimulatedRequest(command: .releaseLock(key))
        case 83..<86: return SimulatedRequest(command: .getLock(key))
        case 86..<93 where !sales.isEmpty:
            let sale = sales[random.below(sales.count)]
            let all = random.oneIn(2) || sale.seats.isEmpty
            let some = all ? [] : [hall.code(ofSeat: Int(sale.seats[random.below(sale.seats.count)]))]
            return SimulatedRequest(command: .refundSale(number: sale.number, seats: some, all: all))
        case 93..<97: return SimulatedRequest(command: .blockSeats(codes(&random, upTo: 1), reason: "house"))
        default: return SimulatedRequest(command: .unblockSeats(codes(&random, upTo: 1), reason: "house"))
        }
    }
}
