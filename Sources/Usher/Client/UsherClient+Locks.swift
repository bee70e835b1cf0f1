public import UsherCore

extension UsherClient {
    /// Locks the named seats for `holder`, all or nothing. `ttl` 1 s to the policy's `maxLockTime`; nil is its default.
    /// Refused: `SEAT_TAKEN` (which), `SALES_CLOSED`, `TOO_MANY_SEATS`, `ORPHAN_SEAT`, `SPLIT_PAIR`, …
    ///
    /// A `requestID` of the caller's own (1 to 64 characters) makes the call repeatable across restarts of the caller.
    public func lockSeats(
        _ seats: [String], of showID: String, holder: String, ttl: TimeSpan? = nil, requestID: String? = nil
    ) async throws(UsherError) -> SeatLock {
        throw UsherError(.unimplemented, message: "")
    }

    /// Locks the seats that `suggestSeats` would name first. Refused with `NO_SEATS` if there are none.
    public func lockBestSeats(
        of showID: String, _ query: SuggestionQuery, holder: String, ttl: TimeSpan? = nil, requestID: String? = nil
    ) async throws(UsherError) -> SeatLock {
        throw UsherError(.unimplemented, message: "")
    }

    /// Adds and removes seats at once; the deadline stays.
    public func changeLock(
        _ token: String, add: [String] = [], remove: [String] = [], requestID: String? = nil
    ) async throws(UsherError) -> SeatLock {
        throw UsherError(.unimplemented, message: "")
    }

    /// Moves the deadline away, at most to the policy's `maxLockTime` (`RENEW_LIMIT` once it stands there).
    public func renewLock(
        _ token: String, ttl: TimeSpan? = nil, requestID: String? = nil
    ) async throws(UsherError) -> SeatLock {
        throw UsherError(.unimplemented, message: "")
    }

    /// The customer pays: from now on change and renew are refused with `LOCK_FIXED`.
    public func beginPayment(_ token: String) async throws(UsherError) -> SeatLock {
        throw UsherError(.unimplemented, message: "")
    }

    /// The payment failed: the lock is held again with its deadline.
    public func endPayment(_ token: String) async throws(UsherError) -> SeatLock {
        throw UsherError(.unimplemented, message: "")
    }

    /// Sells the locked seats, also after the lock's end if they are still there (`late`). Refused: `LOCK_LOST` (which).
    public func confirmLock(
        _ token: String, orderRef: String, requestID: String? = nil
    ) async throws(UsherError) -> SeatSale {
        throw UsherError(.unimplemented, message: "")
    }

    /// Frees the seats; again, or after expiry: nothing happens.
    public func releaseLock(_ token: String) async throws(UsherError) {
        throw UsherError(.unimplemented, message: "")
    }

    /// A lock as it is now; a closed one can be read for 24 h. Refused: `LOCK_UNKNOWN`.
    public func lock(_ token: String) async throws(UsherError) -> SeatLock {
        throw UsherError(.unimplemented, message: "")
    }

    /// Gives seats of a sale back; they are available at once.
    public func refundSale(
        _ saleID: String, _ choice: RefundChoice, requestID: String? = nil
    ) async throws(UsherError) -> SeatSale {
        throw UsherError(.unimplemented, message: "")
    }

    /// A sale as it is now. Refused: `SALE_UNKNOWN`.
    public func sale(_ saleID: String) async throws(UsherError) -> SeatSale {
        throw UsherError(.unimplemented, message: "")
    }

    /// A show's sales in the order of their making. `pageSize` 1…1,000; 0 is 100.
    public func sales(
        of showID: String, pageSize: Int = 0, pageToken: String = ""
    ) async throws(UsherError) -> ListPage<SeatSale> {
        throw UsherError(.unimplemented, message: "")
    }
}
