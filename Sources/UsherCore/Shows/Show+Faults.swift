extension Show {
    /// Everything that is wrong with the show's fields, by proto path (`show.prices[2].zone_id`); empty if it may be
    /// made. Without a hall the zones are not judged.
    public func faults(hall: HallRevision?) -> [FieldFault] {
        var faults = FaultList()
        faults.add(TextRules.idFault(showID, field: "show.show_id"))
        faults.add(TextRules.idFault(hallID, field: "show.hall_id"))
        if !TextRules.isPlain(title, atMost: Limits.titleCharacters) {
            faults.add(
                "show.title", "must be at most \(Limits.titleCharacters) characters without control characters")
        }
        if startsAt >= endsAt { faults.add("show.ends_at", "must be after starts_at") }
        if !TextRules.isPlain(timeZone, atMost: Limits.shortTextCharacters) {
            faults.add("show.time_zone", "must be an IANA name of at most \(Limits.shortTextCharacters) characters")
        }
        checkPrices(hall: hall, &faults)
        policy.check(&faults)
        return faults.all
    }

    /// Whether both would have the same hall at the same time. Half open: an end equal to the next start is no
    /// overlap; a cancelled show overlaps nothing.
    public func overlaps(_ other: Show) -> Bool {
        guard hallID == other.hallID, !cancelled, !other.cancelled else { return false }
        return startsAt < other.endsAt && other.startsAt < endsAt
    }

    /// Whether new locks are refused at `now`, and why: cancelled, ended or closed.
    public func salesClosedReason(now: Timestamp) -> String? {
        if cancelled { return "the show is cancelled" }
        if now >= endsAt { return "the show has ended" }
        if !salesOpen { return "sales are closed" }
        return nil
    }

    private func checkPrices(hall: HallRevision?, _ faults: inout FaultList) {
        if prices.count > Limits.showPrices {
            faults.add("show.prices", "\(prices.count) prices; at most \(Limits.showPrices)")
            return
        }
        struct Key: Hashable {
            var zone: String
            var type: String
        }
        let zones = hall.map { Set($0.hall.zones.map(\.zoneID)) }
        var seen = Set<Key>()
        for (index, price) in prices.enumerated() {
            let path = "show.prices[\(index)]"
            if let fault = TextRules.idFault(price.zoneID, field: path + ".zone_id") {
                faults.add(fault)
            } else if let zones, !zones.contains(price.zoneID) {
                faults.add(path + ".zone_id", "the hall has no zone '\(price.zoneID)'")
            }
            if !TextRules.isPlain(price.ticketType, atMost: Limits.shortTextCharacters) {
                faults.add(
                    path + ".ticket_type",
                    "must be at most \(Limits.shortTextCharacters) characters without control characters")
            }
            if !seen.insert(Key(zone: price.zoneID, type: price.ticketType)).inserted {
                faults.add(path, "the zone has a price of this ticket type before")
            }
            if !Self.isCurrency(price.currencyCode) {
                faults.add(path + ".currency_code", "must be three capital letters (ISO 4217)")
            }
            if !(0...Limits.amountMinor).contains(price.amountMinor) {
                faults.add(path + ".amount_minor", "must be 0 to \(Limits.amountMinor)")
            }
        }
        guard let hall, prices.contains(where: { $0.ticketType.isEmpty }) else { return }
        for zone in hall.hall.zones where !seen.contains(Key(zone: zone.zoneID, type: "")) {
            faults.add(
                "show.prices", "zone \(zone.zoneID) has no base price; either every zone has one or none has")
        }
    }

    private static func isCurrency(_ code: String) -> Bool {
        code.utf8.count == 3 && code.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
    }
}

extension Policy {
    /// The ttl of a lock that names none: `lockTTL`, but never longer than `maxLockTime`, which a default may be.
    public var defaultTTL: TimeSpan { min(lockTTL, maxLockTime) }

    /// A ttl that is asked for must be 1 s to the longest lock; nil if it is.
    public func fault(ofTTL ttl: TimeSpan) -> FieldFault? {
        guard ttl < Limits.shortestSpan || ttl > maxLockTime else { return nil }
        return FieldFault("ttl", "must be 1 s to the show's max_lock_time of \(maxLockTime.inSeconds) s")
    }

    /// A lock could never last as long as it is said to. The default gives way to a shorter `maxLockTime` instead: nobody
    /// asked for it.
    private var isTTLTooLong: Bool { lockTTL > maxLockTime && lockTTL != Policy().lockTTL }

    func check(_ faults: inout FaultList) {
        if maxSeatsPerLock < 1 { faults.add("show.policy.max_seats_per_lock", "must be 1 or more") }
        if let maxSeatsPerHolder, maxSeatsPerHolder < 1 {
            faults.add("show.policy.max_seats_per_holder", "must be 1 or more")
        }
        let spans = Limits.shortestSpan...Limits.longestSpan
        if !spans.contains(lockTTL) { faults.add("show.policy.lock_ttl", "must be 1 s to 30 days") }
        if !spans.contains(maxLockTime) { faults.add("show.policy.max_lock_time", "must be 1 s to 30 days") }
        if isTTLTooLong, spans.contains(lockTTL), spans.contains(maxLockTime) {
            let most = "max_lock_time, which is \(maxLockTime.inSeconds) s; shorten it, or raise that"
            faults.add(
                "show.policy.lock_ttl", "is \(lockTTL.inSeconds) s, and must not be longer than \(most)")
        }
        if !spans.contains(paymentWindow) { faults.add("show.policy.payment_window", "must be 1 s to 30 days") }
    }
}
