import Testing

@testable import UsherCore

/// One random run of a selection against the real rules of a show, over a network that loses, delays and repeats:
/// calls are executed and not answered, executed after they were given up, or never; deltas come late and in clumps.
struct SelectionRun {
    private struct Flight {
        var sent: SelectionStage.Sent
        /// What the gateway answered; nil while it has not seen the call.
        var answer: CallResult?
    }

    private var server: Stage
    private var machine = SelectionMachine(showID: "S", holder: "ann")
    private var map: SelectionMap
    private var random: SeededGenerator
    private var now: Int64 = 1_000_000_000
    /// Deltas of the server's that the map has applied.
    private var applied = 0
    private var flights: [Flight] = []
    /// Attempts that were given up and reach the gateway after all.
    private var strays: [SelectionStage.Sent] = []
    private var answered: [String: ReplySubject] = [:]
    private var others: [LockKey] = []
    private var keys: [UInt64] = []
    private var fault: String?
    private var story: [String] = []

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        server = Stage(
            hall: Stage.hall(rows: 2, columns: 4),
            policy: Policy(lockTTL: .seconds(60), maxLockTime: .minutes(3), paymentWindow: .seconds(30)))
        map = SelectionMap(
            hall: server.state.hall, show: server.state.show, states: server.state.states,
            position: Position(epoch: "e", seq: server.state.seq))
        applied = server.deltas.count
        machine.setAutoRenew(Bool.random(using: &random) ? .until(.minutes(2)) : .never, on: nil, now: now)
    }

    /// What was wrong; nil if nothing was.
    mutating func go() -> String? {
        for _ in 0..<120 where fault == nil { step() }
        if fault == nil { settle() }
        return fault.map { "\($0)\n\(story.suffix(40).joined(separator: "\n"))" }
    }

    private mutating func step() {
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<5: tap()
        case 5..<8: wish()
        case 8..<12: fly()
        case 12..<15: stream()
        case 15..<17: somebodyElse()
        case 17: pass(.seconds(Int64.random(in: 1...40, using: &random)))
        case 18:
            machine.networkChanged(now: now)
            take()
        default:
            if let stray = strays.popLast() { _ = execute(stray) }
        }
    }

    private mutating func tap() {
        now += 300_000_000
        let outcome = machine.tap(Int.random(in: 0..<8, using: &random), on: map, now: now)
        note("tap \(outcome)")
        take()
    }

    private mutating func wish() {
        let wish: LockWish =
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<3: .lock(ttl: nil)
            case 3: .lockBest(SeatQuery(count: Int.random(in: 1...3, using: &random)), ttl: nil)
            case 4: .change
            case 5: .renew(ttl: nil)
            case 6: .pay
            case 7: .endPayment
            case 8: .confirm(orderRef: "o")
            default: .release
            }
        let begun = machine.begin(wish, on: map, now: now, using: &random)
        note("wish \(wish) \(begun)")
        take()
    }

    /// The fate of the attempt under way.
    private mutating func fly() {
        guard !flights.isEmpty else { return }
        var flight = flights.removeFirst()
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<2:
            // Lost on its way there; sometimes it arrives after all.
            if Bool.random(using: &random), hasRequestID(flight.sent.call) { strays.append(flight.sent) }
            end(flight.sent.id, .unknown(retryAfter: nil))
        case 2..<4 where flight.answer == nil:
            flight.answer = execute(flight.sent)
            flights.insert(flight, at: 0)
        case 4:
            if flight.answer == nil { _ = execute(flight.sent) }
            end(flight.sent.id, .unknown(retryAfter: nil))
        case 5 where flight.answer == nil: end(flight.sent.id, .failed(message: "no"))
        default: end(flight.sent.id, flight.answer ?? execute(flight.sent))
        }
    }

    private func hasRequestID(_ call: LockCall) -> Bool {
        switch call.kind {
        case .lock, .change, .renew, .confirm: true
        case .beginPayment, .endPayment, .release, .read: false
        }
    }

    private mutating func end(_ id: Int, _ result: CallResult) {
        note("answer \(id) \(result)")
        machine.callEnded(id, result, on: map, now: now, using: &random)
        take()
    }

    private mutating func stream(all: Bool = false) {
        let count = server.deltas.count - applied
        guard count > 0 else { return }
        for _ in 0..<(all ? count : Int.random(in: 1...count, using: &random)) {
            let delta = server.deltas[applied]
            applied += 1
            for change in delta.changes { map.states[Int(change.seat)] = change.state }
            map.position.seq = delta.lastSeq
        }
        map.show = server.state.show
        note("map at \(map.position.seq): \(map.states)")
        machine.mapChanged(map, now: now, using: &random)
        take()
    }

    private mutating func somebodyElse() {
        let seat = server.state.hall.code(ofSeat: Int.random(in: 0..<8, using: &random))
        if let key = others.randomElement(using: &random), Bool.random(using: &random) {
            server.run(Bool.random(using: &random) ? .releaseLock(key) : .confirmLock(key, orderRef: "x"))
        } else if case .success(.lock(let number)) = server.run(
            .lockSeats(holder: "bob", seats: [seat], ttl: .seconds(20), secret: Stage.secret))
        {
            others.append(LockKey(number: number, secret: Stage.secret))
            note("bob locks \(seat)")
        }
    }

    private mutating func pass(_ span: TimeSpan) {
        now += span.nanoseconds
        server.pass(span)
        server.commit(server.state.expirations(now: server.now))
        note("pass \(span.nanoseconds / 1_000_000_000) s")
        machine.timePassed(on: map, now: now, using: &random)
        take()
    }

    /// Everything arrives, and everybody says the same.
    private mutating func settle() {
        while let stray = strays.popLast() { _ = execute(stray) }
        for second in 0..<300 where fault == nil {
            while !flights.isEmpty {
                let flight = flights.removeFirst()
                end(flight.sent.id, flight.answer ?? execute(flight.sent))
            }
            stream(all: true)
            if second > 3, flights.isEmpty, machine.pending == nil,
                (machine.wakesAt ?? .max) > now + TimeSpan.seconds(31).nanoseconds
            {
                break
            }
            pass(.seconds(1))
        }
        guard fault == nil else { return }
        guard machine.pending == nil else {
            fault = "unsettled: \(machine.phase)"
            return
        }
        let own = machine.lock.flatMap { lock in UInt64(lock.token).map { server.state.lock($0)! } }
        if machine.standing.isOpen || machine.standing == .sold {
            let state: LockState =
                machine.standing == .held ? .held : machine.standing == .paying ? .paying : .confirmed
            if own?.state != state { fault = "stands \(machine.standing), the server says \(String(describing: own))" }
        } else if own?.state.isOpen == true {
            fault = "stands \(machine.standing), the server holds \(String(describing: own))"
        }
        for seat in machine.seats where !machine.isOwn(seat.code) {
            if server.stateOf(seat.code) != .available {
                fault = "\(seat.code) is chosen, and it is \(server.stateOf(seat.code))"
            }
        }
    }

    private mutating func take() {
        for directive in machine.takeDirectives() {
            switch directive {
            case .send(let call, let token, let requestID, let id):
                note("send \(id) \(call)")
                flights.removeAll()
                flights.append(
                    Flight(sent: .init(call: call, token: token, requestID: requestID, id: id), answer: nil))
            case .end(let id, let outcome): note("end \(id) \(outcome)")
            case .tell(.lost(let seats)):
                note("lost \(seats)")
                for seat in seats where isOurs(seat.code) { fault = "\(seat.code) was told as lost and is ours" }
            case .tell(.renewalEnded): break
            }
        }
    }

    /// Of the lock that the machine believes in, at the server, at this moment.
    private func isOurs(_ code: String) -> Bool {
        let index = Int32(server.state.hall.seatIndex(code)!)
        guard let number = machine.lock.flatMap({ UInt64($0.token) }), let lock = server.state.lock(number) else {
            return false
        }
        return (lock.state.isOpen || lock.state == .confirmed) && lock.seats.contains { $0.seat == index }
    }

    // MARK: The gateway

    private mutating func execute(_ sent: SelectionStage.Sent) -> CallResult {
        // What is on its way still arrives before whatever is sent after it.
        while let stray = strays.popLast() { _ = execute(stray) }
        if hasRequestID(sent.call), let subject = answered[sent.requestID] { return reply(.success(subject)) }
        let key = LockKey(number: UInt64(sent.token) ?? 0, secret: Stage.secret)
        let command: ShowCommand =
            switch sent.call {
            case .lock(let seats, let ttl): .lockSeats(holder: "ann", seats: seats, ttl: ttl, secret: Stage.secret)
            case .lockBest(let query, let ttl): .lockBestSeats(holder: "ann", query, ttl: ttl, secret: Stage.secret)
            case .change(let add, let remove): .changeLock(key, add: add, remove: remove)
            case .renew(let ttl): .renewLock(key, ttl: ttl)
            case .beginPayment: .beginPayment(key)
            case .endPayment: .endPayment(key)
            case .confirm(let orderRef): .confirmLock(key, orderRef: orderRef)
            case .release: .releaseLock(key)
            case .read: .getLock(key)
            }
        let result = server.run(command)
        if hasRequestID(sent.call), case .success(let subject) = result { answered[sent.requestID] = subject }
        note("executed \(sent.id) \(sent.call.kind): \(result)")
        if sent.call == .release, case .success = result { return .done }
        return reply(result)
    }

    private func reply(_ result: Result<ReplySubject, Refusal>) -> CallResult {
        let hall = server.state.hall
        switch result {
        case .success(.lock(let number)):
            let lock = server.state.lock(number)!
            return .lock(
                SeatLock(
                    lockID: "\(number)", token: "\(number)", showID: "S", holder: lock.holder,
                    seats: lock.seats.map { hall.code(ofSeat: Int($0.seat)) }, state: lock.state,
                    expiresAt: lock.expiresAt, serverTime: server.now, seq: lock.seq))
        case .success(.sale(let number)):
            let sale = server.state.sale(number)!
            return .sale(
                SeatSale(
                    saleID: "\(number)", lockID: "\(sale.lockNumber)", showID: "S", holder: sale.holder,
                    orderRef: sale.orderRef, seats: sale.seats.map { hall.code(ofSeat: Int($0.seat)) },
                    soldAt: sale.soldAt, seq: sale.seq, late: sale.late))
        case .success: return .done
        case .failure(.seatTaken(let seats)): return SelectionStage.refusal("SEAT_TAKEN", seats)
        case .failure(.lockLost(let seats)): return SelectionStage.refusal("LOCK_LOST", seats)
        case .failure(.lockFixed): return SelectionStage.refusal("LOCK_FIXED")
        case .failure(.lockUnknown): return SelectionStage.refusal("LOCK_UNKNOWN")
        case .failure(.renewLimit): return SelectionStage.refusal("RENEW_LIMIT")
        case .failure(let refusal): return SelectionStage.refusal("\(refusal)")
        }
    }

    private mutating func note(_ line: String) {
        story.append(line)
    }
}
