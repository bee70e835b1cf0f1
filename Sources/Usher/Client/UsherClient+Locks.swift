public import UsherCore
import UsherWire

extension UsherClient {
    /// Locks the named seats for `holder`, all or nothing. `ttl` 1 s to the policy's `maxLockTime`; nil is its default.
    /// Refused: `SEAT_TAKEN` (which), `SALES_CLOSED`, `TOO_MANY_SEATS`, `ORPHAN_SEAT`, `SPLIT_PAIR`, …
    ///
    /// A `requestID` of the caller's own (1 to 64 characters) makes the call repeatable across restarts of the caller.
    public func lockSeats(
        _ seats: [String], of showID: String, holder: String, ttl: TimeSpan? = nil, requestID: String? = nil
    ) async throws(UsherError) -> SeatLock {
        let request = LockSeatsRequest(
            showID: showID, holder: holder, seats: seats, ttl: ttl, requestID: requestID ?? newRequestID())
        return SeatLock(try await call("LockService/LockSeats", request))
    }

    /// Locks the seats that `suggestSeats` would name first. Refused with `NO_SEATS` if there are none.
    public func lockBestSeats(
        of showID: String, _ query: SeatQuery, holder: String, ttl: TimeSpan? = nil, requestID: String? = nil
    ) async throws(UsherError) -> SeatLock {
        let request = LockBestSeatsRequest(
            showID: showID, query, holder: holder, ttl: ttl, requestID: requestID ?? newRequestID())
        return SeatLock(try await call("LockService/LockBestSeats", request))
    }

    /// Adds and removes seats at once; the deadline stays.
    public func changeLock(
        _ token: String, add: [String] = [], remove: [String] = [], requestID: String? = nil
    ) async throws(UsherError) -> SeatLock {
        let request = ChangeLockRequest(token: token, add: add, remove: remove, requestID: requestID ?? newRequestID())
        return SeatLock(try await call("LockService/ChangeLock", request))
    }

    /// Moves the deadline away, at most to the policy's `maxLockTime` (`RENEW_LIMIT` once it stands there).
    public func renewLock(
        _ token: String, ttl: TimeSpan? = nil, requestID: String? = nil
    ) async throws(UsherError) -> SeatLock {
        let request = RenewLockRequest(token: token, ttl: ttl, requestID: requestID ?? newRequestID())
        return SeatLock(try await call("LockService/RenewLock", request))
    }

    /// The customer pays: from now on change and renew are refused with `LOCK_FIXED`.
    public func beginPayment(_ token: String) async throws(UsherError) -> SeatLock {
        let request = BeginPaymentRequest(token: token)
        return SeatLock(try await call("LockService/BeginPayment", request))
    }

    /// The payment failed: the lock is held again with its deadline.
    public func endPayment(_ token: String) async throws(UsherError) -> SeatLock {
        let request = EndPaymentRequest(token: token)
        return SeatLock(try await call("LockService/EndPayment", request))
    }

    /// Sells the locked seats, also after the lock's end if they are still there (`late`). Refused: `LOCK_LOST` (which).
    public func confirmLock(
        _ token: String, orderRef: String, requestID: String? = nil
    ) async throws(UsherError) -> SeatSale {
        let request = ConfirmLockRequest(token: token, orderRef: orderRef, requestID: requestID ?? newRequestID())
        return SeatSale(try await call("LockService/ConfirmLock", request))
    }

    /// Frees the seats; again, or after expiry: nothing happens.
    public func releaseLock(_ token: String) async throws(UsherError) {
        let _: ReleaseLockResponse = try await call("LockService/ReleaseLock", ReleaseLockRequest(token: token))
    }

    /// A lock as it is now; a closed one can be read for 24 h. Refused: `LOCK_UNKNOWN`.
    public func lock(_ token: String) async throws(UsherError) -> SeatLock {
        let request = GetLockRequest(token: token)
        return SeatLock(try await call("LockService/GetLock", request))
    }

    /// Gives seats of a sale back; they are available at once.
    public func refundSale(
        _ saleID: String, _ choice: RefundChoice, requestID: String? = nil
    ) async throws(UsherError) -> SeatSale {
        let request =
            switch choice {
            case .seats(let seats):
                RefundSaleRequest(saleID: saleID, seats: seats, requestID: requestID ?? newRequestID())
            case .all: RefundSaleRequest(saleID: saleID, all: true, requestID: requestID ?? newRequestID())
            }
        return SeatSale(try await call("LockService/RefundSale", request))
    }

    /// A sale as it is now. Refused: `SALE_UNKNOWN`.
    public func sale(_ saleID: String) async throws(UsherError) -> SeatSale {
        let request = GetSaleRequest(saleID: saleID)
        return SeatSale(try await call("LockService/GetSale", request))
    }

    /// A show's sales in the order of their making. `pageSize` 1…1,000; 0 is 100.
    public func sales(
        of showID: String, pageSize: Int = 0, pageToken: String = ""
    ) async throws(UsherError) -> ListPage<SeatSale> {
        let request = ListSalesRequest(showID: showID, pageSize: pageSize, pageToken: pageToken)
        let reply: ListSalesResponse = try await call("LockService/ListSales", request)
        return ListPage(items: reply.sales.map(SeatSale.init), nextPageToken: reply.nextPageToken)
    }
}
