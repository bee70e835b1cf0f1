/// From a wish to a call.
extension SelectionMachine {
    /// What the customer or the app wants with the lock. Local rules are judged before anything is sent.
    ///
    /// One call is open at a time. The same wish again joins it; a release or a confirmation does not wait for calls
    /// that it makes pointless; everything else takes its turn.
    public mutating func begin(
        _ wish: LockWish, on map: SelectionMap?, now: Int64, using generator: inout some RandomNumberGenerator
    ) -> Begun {
        guard !isClosed else { return .answered(.refused(.closed)) }
        if let map { take(map) }
        if let pending, let answer = meet(pending, wish) { return answer }
        switch plan(wish, map, now) {
        case .answer(let outcome): return .answered(outcome)
        case .call(let call):
            var new = newCall(call, &generator)
            new.guards = pending.map { $0.guards || ![.read, .renew].contains($0.call.kind) } ?? false
            dropPending(.superseded)
            return .began(id: open(new, now))
        }
    }

    /// Goes on with a lock that was begun elsewhere: before a restart of the app, on another device.
    public mutating func attach(token: String, now: Int64, using generator: inout some RandomNumberGenerator) -> Begun {
        guard !isClosed else { return .answered(.refused(.closed)) }
        guard standing == .none, pending == nil else { return .answered(.refused(.lockFixed("there is a lock"))) }
        var question = newCall(.read, &generator)
        question.token = token
        question.attaches = true
        return .began(id: open(question, now))
    }

    /// The app leaves. A held lock is released; one that is paid, that is being sold, or whose payment may have begun is
    /// never touched: it is confirmed by whoever knows of the money, or it ends at its deadline.
    public mutating func close(now: Int64, using generator: inout some RandomNumberGenerator) {
        guard !isClosed else { return }
        isClosed = true
        seats = []
        asksAt = nil
        renewal = Renewal()
        switch pending?.call {
        case .lock, .lockBest: pending?.thenRelease = true
        case .release: break
        case .beginPayment, .endPayment, .confirm: dropPending(.closed)
        case .read where pending?.attaches == true: dropPending(.closed)
        case .change, .renew, .read, nil:
            dropPending(.closed)
            if standing == .held, !mayBePaid { open(newCall(.release, &generator), now) }
        }
    }

    /// The client was closed: nothing can be sent any more, so nothing is waited for. What became of the open call is not
    /// known, and a lock ends at its deadline.
    public mutating func abandon() {
        isClosed = true
        asksAt = nil
        renewal = Renewal()
        dropPending(.closed)
    }

    // MARK: Meeting the open call

    /// nil if the wish takes the open call's place.
    private mutating func meet(_ open: PendingCall, _ wish: LockWish) -> Begun? {
        let wait = Begun.after(id: open.id)
        switch (open.call, wish) {
        case (.lock, .lock), (.change, .change), (.change, .lock), (.renew, .renew), (.beginPayment, .pay),
            (.endPayment, .endPayment), (.release, .release):
            return open.thenRelease ? wait : .joined(id: open.id)
        case (.confirm(let orderRef), .confirm(let other)):
            return orderRef == other ? .joined(id: open.id) : wait
        case (.lockBest(let query, let ttl), .lockBest(let other, let otherTTL)):
            return query == other && ttl == otherTTL && !open.thenRelease ? .joined(id: open.id) : wait
        case (.lock, .release), (.lockBest, .release):
            // What the lock becomes is released as soon as it is known.
            pending?.thenRelease = true
            seats = []
            return .joined(id: open.id)
        // Questions and renewals of the machine's own wait for nobody, nor does a customer for them.
        case (.read, _) where !open.attaches, (.renew, .pay) where open.isOwn:
            return nil
        case (.renew, .confirm), (.renew, .release), (.beginPayment, .confirm), (.beginPayment, .release),
            (.endPayment, .confirm), (.endPayment, .release), (.change, .release):
            return nil
        default:
            return wait
        }
    }

    /// Late answers of a call that is no longer open are not heard.
    mutating func dropPending(_ outcome: CallOutcome) {
        guard let open = pending else { return }
        pending = nil
        if case .change(let added, _) = open.call { uncertain = added }
        if open.call == .beginPayment { mayBePaid = true }
        // What was asked was not answered: it may be asked again.
        if open.call.kind == .read { doubted = nil }
        directives.append(.end(id: open.id, outcome))
    }

    // MARK: What a wish needs

    private enum Plan {
        case call(LockCall)
        case answer(CallOutcome)

        static func refuse(_ refusal: SelectionRefusal) -> Plan { .answer(.refused(refusal)) }
    }

    private mutating func plan(_ wish: LockWish, _ map: SelectionMap?, _ now: Int64) -> Plan {
        switch wish {
        case .lock(let ttl): planLock(ttl, map, now)
        case .lockBest(let query, let ttl): planLockBest(query, ttl, map)
        case .change: planChange(map, now)
        case .renew(let ttl): whileHeld { _ in .call(.renew(ttl: ttl)) }
        case .pay:
            if standing == .paying, let lock {
                .answer(.lock(lock))
            } else {
                whileHeld { lock in
                    differs(from: lock) ? .refuse(.changesOpen) : .call(.beginPayment)
                }
            }
        case .endPayment:
            standing == .paying ? .call(.endPayment) : whileHeld { .answer(.lock($0)) }
        case .confirm(let orderRef): planConfirm(orderRef)
        case .release: planRelease()
        }
    }

    private mutating func planLock(_ ttl: TimeSpan?, _ map: SelectionMap?, _ now: Int64) -> Plan {
        switch standing {
        case .held:
            guard let lock, differs(from: lock) else { return lock.map { .answer(.lock($0)) } ?? .refuse(.lockUnknown) }
            return planChange(map, now)
        case .paying: return .refuse(.lockFixed("the lock is being paid"))
        case .sold: return .refuse(.lockFixed("the seats are sold"))
        case .none, .lost, .expired, .released:
            guard let map else { return .refuse(.noMap) }
            if let refusal = rules(map).judge(choice(map, now)) { return .refuse(refusal) }
            renewal = Renewal(ttl: ttl)
            return .call(.lock(seats: seats.map(\.code), ttl: ttl))
        }
    }

    private mutating func planLockBest(_ query: SeatQuery, _ ttl: TimeSpan?, _ map: SelectionMap?) -> Plan {
        switch standing {
        case .held: return .refuse(.lockFixed("seats are locked already; release them first, or change the lock"))
        case .paying: return .refuse(.lockFixed("the lock is being paid"))
        case .sold: return .refuse(.lockFixed("the seats are sold"))
        case .none, .lost, .expired, .released:
            // Which seats there are is the gateway's to say. A map is needed as for any lock: what it tells later is held
            // against the history in which the lock was made.
            guard let map else { return .refuse(.noMap) }
            if map.show != nil, let refusal = rules(map).judge(count: query.count) { return .refuse(refusal) }
            renewal = Renewal(ttl: ttl)
            return .call(.lockBest(query, ttl: ttl))
        }
    }

    private func planChange(_ map: SelectionMap?, _ now: Int64) -> Plan {
        whileHeld { lock in
            guard differs(from: lock) else { return .answer(.lock(lock)) }
            guard let map else { return .refuse(.noMap) }
            if let refusal = rules(map).judge(choice(map, now)) { return .refuse(refusal) }
            let wanted = seats.map(\.code)
            return .call(
                .change(
                    add: wanted.filter { !lock.seats.contains($0) },
                    remove: lock.seats.filter { !wanted.contains($0) }))
        }
    }

    private func planConfirm(_ orderRef: String) -> Plan {
        switch standing {
        case .none: return .refuse(.lockUnknown)
        case .sold:
            guard let sale else { return .call(.confirm(orderRef: orderRef)) }
            return sale.orderRef == orderRef
                ? .answer(.sold(sale)) : .refuse(.lockFixed("the lock is confirmed under another order"))
        // Also when the lock is over: the money may have been taken, and the seats may still be there.
        case .held, .paying, .lost, .expired, .released: return .call(.confirm(orderRef: orderRef))
        }
    }

    private mutating func planRelease() -> Plan {
        switch standing {
        case .held, .paying: return .call(.release)
        case .sold: return .refuse(.lockFixed("the seats are sold; refund the sale instead"))
        case .none, .lost, .expired, .released:
            seats = []
            return .answer(.released)
        }
    }

    private func whileHeld(_ plan: (SeatLock) -> Plan) -> Plan {
        switch standing {
        case .held: lock.map(plan) ?? .refuse(.lockUnknown)
        case .none: .refuse(.lockUnknown)
        case .paying: .refuse(.lockFixed("the lock is being paid"))
        case .sold: .refuse(.lockFixed("the seats are sold"))
        case .lost, .expired, .released: .refuse(.lockLost)
        }
    }

    private func differs(from lock: SeatLock) -> Bool {
        seats.count != lock.seats.count || seats.contains { !lock.seats.contains($0.code) }
    }
}
