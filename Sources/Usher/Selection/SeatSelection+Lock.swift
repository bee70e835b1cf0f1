public import UsherCore
import UsherRPC

/// The lock's life. Each call returns when its outcome is known, however long the network is away: the phase is
/// `resolving` meanwhile. Cancelling the task ends the wait alone (CANCELLED); the call goes on. The same call twice at
/// once is one call; another one takes its turn, but a release or a confirmation waits for none that it makes pointless.
extension SeatSelection {
    /// Locks the chosen seats, all or nothing; with a lock that is held, changes it to them. `ttl`: 1 s to the policy's
    /// longest lock, nil is its default.
    ///
    /// Throws the refusal, the gateway's or a local one: `SEAT_TAKEN` (those seats have left the selection), `NO_SEATS`,
    /// `TOO_MANY_SEATS`, `NOT_SAME_ROW`, `SPLIT_PAIR`, `ORPHAN_SEAT`, `SALES_CLOSED`, `LOCK_FIXED`.
    @discardableResult
    public func lock(ttl: TimeSpan? = nil) async throws(UsherError) -> SeatLock {
        try await locked(.lock(ttl: ttl))
    }

    /// Locks the best free seats for a party, as SuggestSeats would name them first, in one call that nobody else can come
    /// between. They are the chosen ones then, in place of what was chosen before; after a refusal that stays as it was.
    ///
    /// Throws the refusal: `NO_SEATS` if there are no such seats, `TOO_MANY_SEATS`, `SALES_CLOSED`, `FIELDS` for a question
    /// that makes no sense (`SeatQuery`), `LOCK_FIXED` while this selection has a lock: release it first; `NO_MAP` before
    /// the first map.
    @discardableResult
    public func lockBest(_ query: SeatQuery, ttl: TimeSpan? = nil) async throws(UsherError) -> SeatLock {
        try await locked(.lockBest(query, ttl: ttl))
    }

    /// The same for `count` ordinary seats of any zone and price.
    @discardableResult
    public func lockBest(_ count: Int, ttl: TimeSpan? = nil) async throws(UsherError) -> SeatLock {
        try await lockBest(SeatQuery(count: count), ttl: ttl)
    }

    /// Makes the lock the chosen seats, in one swap; the deadline stays. Throws as `lock` does, and `LOCK_LOST`.
    @discardableResult
    public func change() async throws(UsherError) -> SeatLock {
        try await locked(.change)
    }

    /// Moves the deadline away, as far as the policy allows (`RENEW_LIMIT`).
    @discardableResult
    public func renew(ttl: TimeSpan? = nil) async throws(UsherError) -> SeatLock {
        try await locked(.renew(ttl: ttl))
    }

    /// The customer pays: until the payment ended, the seats stand fast. Throws `CHANGES_OPEN` if the chosen seats are
    /// not the locked ones, `LOCK_LOST` if the lock is over.
    @discardableResult
    public func pay() async throws(UsherError) -> SeatLock {
        try await locked(.pay)
    }

    /// The payment failed: the lock is held again with its deadline.
    @discardableResult
    public func endPayment() async throws(UsherError) -> SeatLock {
        try await locked(.endPayment)
    }

    /// Sells the locked seats under the partner's own order number, also when the lock is over and every seat is still
    /// there. The same order again returns the same sale; another one throws `LOCK_FIXED`.
    public func confirm(orderRef: String) async throws(UsherError) -> ConfirmOutcome {
        let outcome = try await core.perform(.confirm(orderRef: orderRef))
        switch outcome {
        case .sold(let sale): return .sold(sale, late: sale.late)
        case .lost(let seats): return .lost(seats)
        default: throw UsherError(.internal, message: "a confirmation ended as \(outcome)")
        }
    }

    /// Frees the seats and gives all chosen ones back; also of a lock that is being paid. Nothing is locked: fine.
    public func release() async throws(UsherError) {
        _ = try await core.perform(.release)
    }

    /// Whether the lock is renewed by itself, some time before its deadline, while it is held. `never` at first.
    public var autoRenew: AutoRenew {
        get { core.read { $0.machine.autoRenew } }
        set { core.change { state, map, now, _ in state.machine.setAutoRenew(newValue, on: map, now: now) } }
    }

    private func locked(_ wish: LockWish) async throws(UsherError) -> SeatLock {
        let outcome = try await core.perform(wish)
        switch outcome {
        case .lock(let lock): return lock
        case .released: throw UsherError(.cancelled, message: "the lock was released meanwhile")
        default: throw UsherError(.internal, message: "a call about a lock ended as \(outcome)")
        }
    }
}
