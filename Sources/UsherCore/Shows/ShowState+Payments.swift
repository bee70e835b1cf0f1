/// BeginPayment, EndPayment, ReleaseLock.
extension ShowState {
    /// The deadline becomes max(old, now + payment window), at most start + max_lock_time + payment_window.
    func decideBeginPayment(_ key: LockKey, _ now: Timestamp) throws(Refusal) -> Decision {
        let lock = try lock(of: key)
        if lock.state == .paying { return .reply(.lock(lock.number)) }
        let held = try openLock(key)
        let policy = show.policy
        let cap = held.startedAt + policy.maxLockTime + policy.paymentWindow
        let expiresAt = max(held.expiresAt, min(now + policy.paymentWindow, cap))
        return .commit([.paymentBegan(lock: held.number, expiresAt: expiresAt)], reply: .lock(held.number))
    }

    /// The payment failed: held again, the deadline kept.
    func decideEndPayment(_ key: LockKey) throws(Refusal) -> Decision {
        let lock = try lock(of: key)
        guard lock.state == .paying else {
            return .reply(.lock(try openLock(key).number))
        }
        var events: [ShowEvent] = []
        // A deadline that a restart raised is in no record: it goes into the log before the lock is given back with it.
        if graced.contains(lock.number) {
            events.append(.paymentBegan(lock: lock.number, expiresAt: lock.expiresAt))
        }
        events.append(.paymentEnded(lock: lock.number))
        return .commit(events, reply: .lock(lock.number))
    }

    /// Frees an open lock, also while it is being paid. Again, or after it expired: fine, and nothing to do.
    func decideReleaseLock(_ key: LockKey) throws(Refusal) -> Decision {
        let lock = try lock(of: key)
        switch lock.state {
        case .held, .paying: return .commit([.released(lock: lock.number)], reply: .lock(lock.number))
        case .released, .expired: return .reply(.lock(lock.number))
        case .confirmed: throw .lockFixed("the lock is confirmed; refund its sale instead")
        }
    }
}
