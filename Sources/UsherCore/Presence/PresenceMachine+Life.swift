/// Signs of life, rest and return.
extension PresenceMachine {
    /// When `timePassed` is to be called; nil: no need to.
    package var wakesAt: Int64? {
        guard !isClosed else { return nil }
        var times = [seat.settlesAt, status.settlesAt, grantSettlesAt]
        if case .saying(_, let until) = rest { times.append(until) }
        if !isSuspended { times += [retryAt, signDue, healDue, running == nil ? farewell?.at : nil] }
        return times.compactMap(\.self).min()
    }

    private var grantSettlesAt: Int64? {
        isLive && !isBlind ? granted.map { $0.at + Limits.presenceSettleTime.nanoseconds } : nil
    }

    /// When the next sign of life is due: an open stream that says who watches is one.
    private var signDue: Int64? {
        guard !token.isEmpty, signCall == nil else { return nil }
        if let nextSign { return nextSign }
        return attends || phase != .present ? nil : lastSign + heartbeat.nanoseconds
    }

    /// When something is done about an AWAY that nobody said.
    private var healDue: Int64? {
        guard let awaySince, attends || isPolling, running == nil, phase == .present else { return nil }
        return max(
            awaySince + Limits.presenceSettleTime.nanoseconds,
            lastHeal.map { $0 + Limits.healPause.nanoseconds } ?? .min)
    }

    /// The time named by `wakesAt` came.
    package mutating func timePassed(now: Int64, using generator: inout some RandomNumberGenerator) {
        guard !isClosed else { return }
        seat.timePassed(now, isLive: isLive)
        status.timePassed(now, isLive: isLive)
        if let due = grantSettlesAt, due <= now { granted = nil }
        if case .saying(let call, let until?) = rest, until <= now {
            rest = .saying(call: call, until: nil)
            if isSuspended { give(.rest) }
        }
        if !isSuspended {
            if let retryAt, retryAt <= now { self.retryAt = nil }
            if let signDue, signDue <= now { showLife(now) }
            if let healDue, healDue <= now { heal(now) }
            if let farewell, let due = farewell.at, due <= now, running == nil {
                self.farewell?.at = nil
                lane.append(Entry(id: newID(), call: .leave, token: farewell.token, isWish: false))
            }
        }
        advance(now)
    }

    // MARK: Signs of life

    /// How the room is watched now. `attends`: an open stream that lives says this device's token.
    package mutating func watched(attends: Bool, isLive: Bool, isPolling: Bool, now: Int64) {
        if self.attends != attends {
            // Until now, or from now on.
            lastSign = now
            nextSign = nil
        }
        // The gateway knows the token.
        if attends, phase == .joining, !token.isEmpty { phase = .present }
        self.attends = attends
        self.isLive = isLive
        self.isPolling = isPolling
    }

    private mutating func showLife(_ now: Int64) {
        let call = newID()
        signCall = call
        signToken = token
        nextSign = nil
        give(.send(id: call, .keepAlive, token: token, patience: Limits.signOfLifePatience))
    }

    mutating func signEnded(
        _ result: PresenceResult, _ now: Int64, _ generator: inout some RandomNumberGenerator
    ) {
        signCall = nil
        switch result {
        case .done, .member, .joined: if signToken == token { heard(now) }
        case .refused(PresenceResult.deadToken):
            died(signToken, under: nil, nil, now)
            advance(now)
        case .refused, .unknown: signFailed(now, &generator)
        }
    }

    /// The gateway has heard of this device.
    mutating func heard(_ now: Int64) {
        lastSign = now
        nextSign = nil
        if phase == .joining, !token.isEmpty { phase = .present }
    }

    /// Not too soon, and not all at once.
    mutating func signFailed(_ now: Int64, _ generator: inout some RandomNumberGenerator) {
        guard !token.isEmpty else { return }
        let pause = Limits.signOfLifePause.nanoseconds
        nextSign = now + pause + Int64.random(in: 0...pause, using: &generator)
    }

    /// Another network: nothing is waited for any more.
    package mutating func networkChanged(now: Int64) {
        backoff.reset()
        if retryAt != nil { retryAt = now }
        if nextSign != nil { nextSign = now }
        if let farewell { self.farewell = (farewell.token, farewell.attempts, now) }
    }

    // MARK: Rest

    /// The client goes to rest: AWAY is said, and the stream may be closed at `.rest`.
    package mutating func suspend(now: Int64) {
        guard !isSuspended else { return }
        isSuspended = true
        guard !token.isEmpty, !isAwayByWish, !isClosed else { return give(.rest) }
        sayAway(now)
    }

    mutating func sayAway(_ now: Int64) {
        let call = newID()
        rest = .saying(call: call, until: now + Limits.restPatience.nanoseconds)
        restToken = token
        give(.send(id: call, .setStatus(.away), token: token, patience: Limits.restPatience))
    }

    mutating func awayEnded(
        _ result: PresenceResult, _ now: Int64, _ generator: inout some RandomNumberGenerator
    ) {
        guard isSuspended else {
            // The client was woken before it slept: a new stream takes back what may have been said.
            rest = .none
            if result == .refused(reason: PresenceResult.deadToken) {
                died(restToken, under: nil, nil, now)
            } else if restToken == token {
                give(.reopenStream)
            }
            return advance(now)
        }
        if case .saying(_, .some) = rest { give(.rest) }
        rest = .resting
    }

    /// The client is back. The stream that is opened now brings the member back.
    package mutating func resume(now: Int64) {
        guard isSuspended else { return }
        isSuspended = false
        lastSign = now
        if rest == .resting { rest = .none }
        backoff.reset()
        if retryAt != nil { retryAt = now }
        advance(now)
    }

    // MARK: What the room says

    /// The room stands otherwise than before. `since`: when the stream or poll was begun, if this is all that it has to
    /// tell of the time before.
    package mutating func roomChanged(_ room: RoomReplica, since: Int64?, now: Int64) {
        guard let identity, !isBlind else { return }
        let before = own
        own = room.member(identity.memberID)
        if let since {
            seat.caughtUp(since: since)
            status.caughtUp(since: since)
            if let granted, granted.at <= since { self.granted = nil }
        }
        if let own {
            granted = nil
            if before?.seat != own.seat { seat.told(own.seat) }
            if before?.status != own.status { status.told(own.status) }
            if phase == .present {
                lastSeat = own.seat
                if own.status != .away { lastStatus = own.status }
            }
        } else if before != nil, phase == .present, !token.isEmpty {
            // Ended by a deadline, or by another device's mistake: the gateway is asked whether the token still lives.
            nextSign = now
        }
        let isAwayUnsaid = own?.status == .away && !isAwayByWish && !isSuspended && phase == .present
        awaySince = isAwayUnsaid ? awaySince ?? now : nil
    }

    /// A new stream has told the first of what was missed, and goes on.
    package mutating func roomCatchesUp(_ now: Int64) {
        seat.catchesUp(now)
        status.catchesUp(now)
    }

    /// The room takes a member for away who is here, as when their AWAY overtook their return.
    private mutating func heal(_ now: Int64) {
        lastHeal = now
        if attends { return give(.reopenStream) }
        // Without a stream: sitting where one sits is a return, and restores the status from before.
        let call: PresenceCall = lastSeat.isEmpty ? .setStatus(lastStatus) : .takeSeat(lastSeat)
        lane.append(Entry(id: newID(), call: call, isWish: false))
    }

    // MARK: What is shown

    /// The own member as it is to be shown: as the room tells, but for what was wished and not yet told. nil: not in the
    /// room.
    package func shown(in room: RoomReplica) -> RoomMember? {
        guard let identity, phase == .present || phase == .joining else {
            return self.identity.flatMap { room.member($0.memberID) }
        }
        guard var member = room.member(identity.memberID) ?? granted?.member else { return nil }
        if let wished = seat.shown, wished != member.seat {
            let occupant = wished.isEmpty ? nil : room.member(onSeat: wished)?.memberID
            if occupant == nil || occupant == identity.memberID { member.seat = wished }
        }
        if let wished = status.shown, wished != member.status {
            member.status = wished
            switch wished {
            case .focusing:
                member.focusStartedAt = focusSince
                member.planned = nil
            case .idle, .resting:
                member.focusStartedAt = nil
                member.planned = nil
            case .away: break
            }
        }
        return member
    }
}
