extension ShowCommand {
    /// The lock that the command is about, if it is about one.
    public var lockKey: LockKey? {
        switch self {
        case .changeLock(let key, _, _), .renewLock(let key, _), .beginPayment(let key), .endPayment(let key),
            .confirmLock(let key, _), .releaseLock(let key), .getLock(let key):
            key
        case .lockSeats, .lockBestSeats, .refundSale, .getSale, .updateShow, .blockSeats, .unblockSeats, .getShow:
            nil
        }
    }

    /// The request's content, for telling a repeat of its id from a reuse. The secret of a new lock is the server's,
    /// and left out; a token is the caller's, and in it.
    public func digest(show showID: String) -> ContentDigest {
        var digest = ContentDigest()
        digest.add(showID)
        switch self {
        case .lockSeats(let holder, let seats, let ttl, _):
            digest.add(1)
            digest.add(holder)
            digest.add(seats)
            digest.add(ttl)
        case .changeLock(let key, let add, let remove):
            digest.add(2)
            digest.add(key)
            digest.add(add)
            digest.add(remove)
        case .renewLock(let key, let ttl):
            digest.add(3)
            digest.add(key)
            digest.add(ttl)
        case .beginPayment(let key):
            digest.add(4)
            digest.add(key)
        case .endPayment(let key):
            digest.add(5)
            digest.add(key)
        case .confirmLock(let key, let orderRef):
            digest.add(6)
            digest.add(key)
            digest.add(orderRef)
        case .releaseLock(let key):
            digest.add(7)
            digest.add(key)
        case .getLock(let key):
            digest.add(8)
            digest.add(key)
        case .refundSale(let number, let seats, let all):
            digest.add(9)
            digest.add(number)
            digest.add(seats)
            digest.add(all ? 1 : 0)
        case .getSale(let number):
            digest.add(10)
            digest.add(number)
        case .updateShow(let show, let fields, let expectedVersion):
            digest.add(11)
            digest.add(show.contentDigest.high)
            digest.add(show.contentDigest.low)
            digest.add(fields.map(\.rawValue))
            digest.add(expectedVersion)
        case .blockSeats(let seats, let reason):
            digest.add(12)
            digest.add(seats)
            digest.add(reason)
        case .unblockSeats(let seats, let reason):
            digest.add(13)
            digest.add(seats)
            digest.add(reason)
        case .getShow:
            digest.add(14)
        case .lockBestSeats(let holder, let query, let ttl, _):
            digest.add(15)
            digest.add(holder)
            digest.add(query)
            digest.add(ttl)
        }
        return digest
    }
}

extension Show {
    /// The content that a caller gives when making a show; version and epoch, which the server sets, are left out.
    public var contentDigest: ContentDigest {
        var digest = ContentDigest()
        digest.add(showID)
        digest.add(hallID)
        digest.add(hallRevision)
        digest.add(title)
        digest.add(UInt64(bitPattern: startsAt.nanoseconds))
        digest.add(UInt64(bitPattern: endsAt.nanoseconds))
        digest.add(timeZone)
        digest.add(UInt64(prices.count))
        for price in prices {
            digest.add(price.zoneID)
            digest.add(price.ticketType)
            digest.add(price.currencyCode)
            digest.add(UInt64(bitPattern: price.amountMinor))
        }
        digest.add(UInt64(bitPattern: Int64(policy.maxSeatsPerLock)))
        digest.add(UInt64(bitPattern: Int64(policy.maxSeatsPerHolder ?? 0)))
        digest.add(policy.lockTTL)
        digest.add(policy.maxLockTime)
        digest.add(policy.paymentWindow)
        digest.add(policy.sameRowOnly ? 1 : 0)
        digest.add(UInt64(policy.orphanRule.rawValue))
        digest.add(policy.keepPairsTogether ? 1 : 0)
        digest.add(salesOpen ? 1 : 0)
        digest.add(cancelled ? 1 : 0)
        return digest
    }
}

extension ContentDigest {
    var high: UInt64 { UInt64(truncatingIfNeeded: value >> 64) }
    var low: UInt64 { UInt64(truncatingIfNeeded: value) }

    mutating func add(_ key: LockKey) {
        add(key.number)
        add(key.secret.high)
        add(key.secret.low)
    }

    mutating func add(_ query: SeatQuery) {
        add(UInt64(bitPattern: Int64(query.count)))
        add(query.zoneIDs)
        add(UInt64(query.kind.rawValue))
        add(UInt64(bitPattern: query.maxAmountMinor))
        add(UInt64(bitPattern: Int64(query.limit)))
        add(query.seed)
    }

    /// An absent span differs from every span that is there.
    mutating func add(_ span: TimeSpan?) {
        add(span == nil ? 0 : 1)
        add(UInt64(bitPattern: span?.nanoseconds ?? 0))
    }

    mutating func add(_ texts: [String]) {
        add(UInt64(texts.count))
        for text in texts { add(text) }
    }
}
