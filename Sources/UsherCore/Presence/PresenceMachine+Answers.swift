/// What calls come back with.
extension PresenceMachine {
    /// A call ended.
    package mutating func answered(
        _ call: Int, _ result: PresenceResult, now: Int64, using generator: inout some RandomNumberGenerator
    ) {
        if call == signCall { return signEnded(result, now, &generator) }
        if case .saying(call, _) = rest { return awayEnded(result, now, &generator) }
        guard let running, running.call == call else { return }
        self.running = nil
        let entry = running.entry
        let sent = running.token
        switch entry.call {
        case .join(let identity, let seat): joined(entry, call, identity, seat, result, now, &generator)
        case .keepAlive: checked(entry, call, sent, result, now, &generator)
        case .leave: left(entry, call, result, now, &generator)
        case .takeSeat, .leaveSeat, .setStatus: changed(entry, call, sent, result, now)
        }
        advance(now)
    }

    private mutating func finish(_ entry: Entry, _ outcome: PresenceOutcome, _ call: Int?) {
        if entry.isWish { give(.end(wish: entry.id, outcome, call: call)) }
    }

    // MARK: Joining

    private mutating func joined(
        _ entry: Entry, _ call: Int, _ asked: PresenceIdentity, _ seat: String, _ result: PresenceResult,
        _ now: Int64, _ generator: inout some RandomNumberGenerator
    ) {
        switch result {
        case .joined(let token, let member, let heartbeat):
            // The app left meanwhile: the place that it got is given up.
            guard identity != nil else {
                finish(entry, .superseded, nil)
                if let leave = lane.firstIndex(where: { $0.call == .leave }) {
                    lane[leave].token = token
                } else {
                    farewell = (token, 0, now)
                }
                return
            }
            finish(entry, .member(member), call)
            admitted(token, member, heartbeat, now)
        case .refused(let reason):
            if !entry.isWish || entry.isSecondTry, !seat.isEmpty, reason == "SEAT_OCCUPIED" || reason == "SEAT_UNKNOWN"
            {
                // The old seat is somebody else's by now: the member stands.
                var again = entry
                again.call = .join(asked, seat: "")
                lane.insert(again, at: 0)
                return
            }
            finish(entry, .failed, call)
            guard phase == .joining else { return }
            if entry.isWish, !entry.isSecondTry { abandon(.absent, now) } else { abandon(.lost(reason: reason), now) }
        case .unknown, .done, .member:
            guard entry.isWish, !entry.isSecondTry else {
                // Nobody waits, or somebody waits for a return: it is tried until it is known.
                finish(entry, .failed, call)
                lane.insert(Entry(id: newID(), call: entry.call, isWish: false), at: 0)
                retryAt = now + backoff.next(using: &generator).nanoseconds
                return
            }
            finish(entry, .failed, call)
            if phase == .joining { abandon(.absent, now) }
        }
    }

    private mutating func admitted(_ new: String, _ member: RoomMember, _ heartbeat: TimeSpan, _ now: Int64) {
        backoff.reset()
        token = new
        self.heartbeat = heartbeat > .zero ? heartbeat : Limits.usualKeepAlive
        lastSign = now
        nextSign = nil
        phase = .present
        if own == nil {
            granted = (member, now)
        } else {
            seat.confirmed(member.seat, last: own?.seat, isLatest: false, now: now)
        }
        lastSeat = member.seat
        // A client that rests says so for a place that it got late.
        if isSuspended { sayAway(now) }
    }

    /// No place any more, and none is asked for.
    private mutating func abandon(_ next: PresencePhase, _ now: Int64) {
        let waiting = lane.filter { $0.call.needsToken }
        lane.removeAll { $0.call.needsToken }
        for entry in waiting where entry.isWish { give(.end(wish: entry.id, .absent, call: nil)) }
        let kept = identity
        forget()
        // Who they were stays known, for an app that asks again.
        if case .lost = next { identity = kept }
        phase = next
    }

    // MARK: A token that was kept

    private mutating func checked(
        _ entry: Entry, _ call: Int, _ sent: String, _ result: PresenceResult, _ now: Int64,
        _ generator: inout some RandomNumberGenerator
    ) {
        switch result {
        case .done, .member, .joined:
            if sent == token { heard(now) }
            finish(entry, .done, call)
        case .refused(PresenceResult.deadToken): died(sent, under: entry, call, now)
        case .refused(let reason):
            finish(entry, .failed, call)
            if phase == .joining { abandon(.lost(reason: reason), now) }
        case .unknown:
            // The token may be good: it is tried on.
            finish(entry, .failed, call)
            signFailed(now, &generator)
        }
    }

    // MARK: Seat and status

    private mutating func changed(
        _ entry: Entry, _ call: Int, _ sent: String, _ result: PresenceResult, _ now: Int64
    ) {
        switch result {
        case .member(let member):
            finish(entry, .member(member), call)
            // The app left meanwhile, or is here anew.
            guard sent == token else { return }
            heard(now)
            let isLatest = !lane.contains { $0.call.isOf(entry.call) }
            // What the answer says is all that is ever told.
            if isBlind { granted = (member, now) }
            let last = isBlind ? member : own
            if case .setStatus(let new) = entry.call {
                status.confirmed(member.status, last: last?.status, isLatest: isLatest, now: now)
                if new != .away, member.status == .focusing { focusSince = member.focusStartedAt }
            } else {
                seat.confirmed(member.seat, last: last?.seat, isLatest: isLatest, now: now)
                lastSeat = member.seat
                // Who sits down is back.
                if entry.isWish, case .takeSeat = entry.call { isAwayByWish = false }
            }
        case .refused(PresenceResult.deadToken):
            failed(entry.call)
            died(sent, under: entry, call, now)
        case .refused, .unknown, .done, .joined:
            failed(entry.call)
            finish(entry, .failed, call)
        }
    }

    // MARK: Leaving

    private mutating func left(
        _ entry: Entry, _ call: Int, _ result: PresenceResult, _ now: Int64,
        _ generator: inout some RandomNumberGenerator
    ) {
        switch result {
        case .done, .member, .joined, .refused:
            finish(entry, result.isRefusal ? .failed : .done, call)
            farewell = nil
        case .unknown:
            finish(entry, .failed, call)
            guard let ended = entry.token, identity == nil else { return }
            let attempts = (farewell?.token == ended ? farewell?.attempts ?? 0 : 0) + 1
            guard attempts < Limits.farewellAttempts else {
                farewell = nil
                return
            }
            farewell = (ended, attempts, now + backoff.next(using: &generator).nanoseconds)
        }
    }

    // MARK: A token that is dead

    /// The stream was refused because of its token.
    package mutating func streamRefused(token refused: String, now: Int64) {
        died(refused, under: nil, nil, now)
        advance(now)
    }

    /// The place is gone. It is taken anew once, with the same seat if it is free, unless it just was.
    mutating func died(_ dead: String, under entry: Entry?, _ call: Int?, _ now: Int64) {
        guard dead == token, !dead.isEmpty, identity != nil else {
            // It was known already.
            if let entry { askAgain(entry, call) }
            return
        }
        let justDied = lastDeath.map { now - $0 < Limits.rejoinMemory.nanoseconds } ?? false
        lastDeath = now
        token = ""
        granted = nil
        seat.forget()
        status.forget()
        isAwayByWish = false
        nextSign = nil
        guard rejoins, !justDied, let identity, !isClosed else {
            if let entry { finish(entry, .failed, call) }
            return abandon(.lost(reason: PresenceResult.deadToken), now)
        }
        phase = .joining
        var join = Entry(id: newID(), call: .join(identity, seat: lastSeat), isWish: false)
        if let entry {
            if case .keepAlive = entry.call {
                // Who waits for the kept token waits for the new one.
                join.id = entry.id
                join.isWish = entry.isWish
                join.isSecondTry = true
            } else {
                askAgain(entry, call)
            }
        }
        lane.insert(join, at: 0)
    }

    /// Once more, with the token that comes, if one does.
    private mutating func askAgain(_ entry: Entry, _ call: Int?) {
        guard !entry.isSecondTry, phase == .joining || phase == .present else { return finish(entry, .failed, call) }
        var again = entry
        again.isSecondTry = true
        lane.insert(again, at: 0)
        switch entry.call {
        case .takeSeat(let code): seat.want(code)
        case .leaveSeat: seat.want("")
        case .setStatus(let new): status.want(new)
        case .join, .keepAlive, .leave: break
        }
    }
}

extension PresenceResult {
    var isRefusal: Bool {
        if case .refused = self { true } else { false }
    }
}
