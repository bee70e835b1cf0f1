/// Sending calls, and sending them again until they are answered.
extension SelectionMachine {
    /// A call with a request id of its own.
    mutating func newCall(_ call: LockCall, _ generator: inout some RandomNumberGenerator) -> PendingCall {
        lastID += 1
        let requestID = generator.next().hexDigits + generator.next().hexDigits
        return PendingCall(
            id: lastID, call: call, requestID: requestID, token: call.kind == .lock ? "" : lock?.token ?? "")
    }

    /// Opens a call and sends its first attempt.
    @discardableResult
    mutating func open(_ call: PendingCall, _ now: Int64) -> Int {
        pending = call
        pending?.firstSentAt = now
        attempt(now)
        return call.id
    }

    /// The machine's own question: what became of the lock?
    mutating func ask(_ now: Int64, _ generator: inout some RandomNumberGenerator, guards: Bool = false) {
        asksAt = nil
        var question = newCall(.read, &generator)
        question.isOwn = true
        question.guards = guards
        open(question, now)
    }

    /// The network is another or is back: what waits to be sent again is sent now.
    public mutating func networkChanged(now: Int64) {
        guard pending?.repeatsAt != nil else { return }
        pending?.backoff.reset()
        attempt(now)
    }

    /// To be called when `wakesAt` has come; earlier or later does no harm.
    public mutating func timePassed(
        on map: SelectionMap?, now: Int64, using generator: inout some RandomNumberGenerator
    ) {
        if let at = pending?.repeatsAt, at <= now { return attempt(now) }
        guard pending == nil, !isClosed else { return }
        echoes = echoes.filter { $0.value.seq != nil || now < $0.value.until }
        if let at = asksAt, at <= now { return ask(now, &generator) }
        if let at = renewal.at, at <= now { renew(map, now, &generator) }
        if let map { mapChanged(map, now: now, using: &generator) }
    }

    mutating func attempt(_ now: Int64) {
        guard var open = pending else { return }
        open.attempts += 1
        open.repeatsAt = nil
        open.sentAt = now
        pending = open
        directives.append(.send(open.call, token: open.token, requestID: open.requestID, id: open.id))
    }

    /// An attempt went without an answer, or was turned away after one that had gone so.
    mutating func repeatLater(
        after pause: TimeSpan?, _ now: Int64, _ generator: inout some RandomNumberGenerator
    ) {
        guard var open = pending else { return }
        open.isUnknown = true
        if isClosed, open.attempts >= Limits.closingAttempts { return dropPending(.closed) }
        // Beyond that the gateway no longer knows the request id, and the call would be another one.
        if now - open.firstSentAt >= Limits.requestMemory.nanoseconds { return dropPending(.unresolved) }
        // Half of the pause is certain, so that a gateway in trouble is not asked in a row; half is jitter.
        let ceiling = open.backoff.ceiling.nanoseconds
        let jittered = ceiling / 2 + open.backoff.next(using: &generator).nanoseconds / 2
        // An absurd wish of a gateway neither traps nor leaves a customer without an answer.
        let asked = min(pause?.nanoseconds ?? 0, Limits.longestAskedPause.nanoseconds)
        open.repeatsAt = now + max(jittered, asked)
        pending = open
    }

    // MARK: Time

    /// Sets the countdown and the alarms by a lock that the gateway just told.
    mutating func schedule(_ now: Int64) {
        guard standing.isOpen, let lock, let deadline = clock.localTime(of: lock.expiresAt) else {
            countdown = nil
            asksAt = nil
            renewal.at = nil
            return
        }
        // The gateway says that the lock is open: by its clock the deadline is not reached, whatever is estimated here.
        asksAt = max(deadline, now + Limits.expiryQuestionPause.nanoseconds)
        renewal.since = renewal.since ?? now
        renewal.at = standing == .held && !renewal.hasEnded ? renewalTime(deadline, now) : nil
    }

    /// Some time before the deadline; nil if the app allows no renewal.
    private func renewalTime(_ deadline: Int64, _ now: Int64) -> Int64? {
        guard case .until = autoRenew else { return nil }
        let left = max(0, (Timestamp(nanoseconds: deadline) - Timestamp(nanoseconds: now)).nanoseconds)
        return deadline - min(Limits.renewalLead.nanoseconds, left / 3)
    }

    /// Allows or forbids renewal, from now on.
    public mutating func setAutoRenew(_ rule: AutoRenew, on map: SelectionMap?, now: Int64) {
        guard rule != autoRenew else { return }
        autoRenew = rule
        renewal.hasEnded = false
        guard standing == .held, let deadline = countdown?.deadline else { return }
        renewal.at = renewalTime(deadline, now)
    }

    private mutating func renew(
        _ map: SelectionMap?, _ now: Int64, _ generator: inout some RandomNumberGenerator
    ) {
        renewal.at = nil
        guard standing == .held, case .until(let allowance) = autoRenew, let deadline = countdown?.deadline else {
            return
        }
        let end = Timestamp(nanoseconds: renewal.since ?? now) + allowance
        let usual = renewal.ttl ?? map?.policy.defaultTTL ?? Policy().defaultTTL
        let ttl = min(usual, end - Timestamp(nanoseconds: now))
        guard ttl >= Limits.shortestSpan, now + ttl.nanoseconds > deadline else { return endRenewal(.allowance) }
        var call = newCall(.renew(ttl: ttl), &generator)
        call.isOwn = true
        open(call, now)
    }

    mutating func endRenewal(_ reason: SelectionNotice.RenewalEnd) {
        renewal.at = nil
        guard autoRenew != .never, !renewal.hasEnded else { return }
        renewal.hasEnded = true
        directives.append(.tell(.renewalEnded(reason)))
    }
}
