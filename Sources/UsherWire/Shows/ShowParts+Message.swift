import CUsherProto
import UsherCore

extension ZonePrice: MessageMapping {
    typealias C = Usher__V1__ZonePrice
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__zone_price__init }
    static var unpack: Unpack { usher__v1__zone_price__unpack }

    init(_ c: C, _ r: inout Reading) {
        self.init(
            zoneID: r.text(c.zone_id, "zone_id"), ticketType: r.text(c.ticket_type, "ticket_type"),
            currencyCode: r.text(c.currency_code, "currency_code"), amountMinor: c.amount_minor)
    }

    func fill(_ c: inout C, _ w: Writing) {
        c.zone_id = w.text(zoneID)
        c.ticket_type = w.text(ticketType)
        c.currency_code = w.text(currencyCode)
        c.amount_minor = amountMinor
    }
}

extension Policy: MessageMapping {
    typealias C = Usher__V1__Policy
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__policy__init }
    static var unpack: Unpack { usher__v1__policy__unpack }

    /// Zero and absent fields get their defaults.
    init(_ c: C, _ r: inout Reading) {
        let standard = Policy()
        let rule = UInt8(exactly: c.orphan_rule.rawValue).flatMap(OrphanRule.init(rawValue:))
        let pairsUnset = c._keep_pairs_together_case == USHER__V1__POLICY___KEEP_PAIRS_TOGETHER__NOT_SET
        self.init(
            maxSeatsPerLock: c.max_seats_per_lock == 0 ? standard.maxSeatsPerLock : Int(c.max_seats_per_lock),
            maxSeatsPerHolder: c.max_seats_per_holder == 0 ? nil : Int(c.max_seats_per_holder),
            lockTTL: Policy.span(c.lock_ttl, "lock_ttl", &r) ?? standard.lockTTL,
            maxLockTime: Policy.span(c.max_lock_time, "max_lock_time", &r) ?? standard.maxLockTime,
            paymentWindow: Policy.span(c.payment_window, "payment_window", &r) ?? standard.paymentWindow,
            sameRowOnly: c.same_row_only != 0,
            orphanRule: rule ?? standard.orphanRule,
            keepPairsTogether: pairsUnset || c.keep_pairs_together != 0)
    }

    private static func span(
        _ c: UnsafeMutablePointer<Google__Protobuf__Duration>?, _ name: StaticString, _ r: inout Reading
    ) -> TimeSpan? {
        guard let span = r.span(c, name), span != .zero else { return nil }
        if span < .zero { r.fault(name, "must not be negative") }
        return span
    }

    func fill(_ c: inout C, _ w: Writing) {
        c.max_seats_per_lock = UInt32(clamping: maxSeatsPerLock)
        c.max_seats_per_holder = UInt32(clamping: maxSeatsPerHolder ?? 0)
        c.lock_ttl = w.span(lockTTL)
        c.max_lock_time = w.span(maxLockTime)
        c.payment_window = w.span(paymentWindow)
        c.same_row_only = sameRowOnly ? 1 : 0
        c.orphan_rule = Usher__V1__OrphanRule(rawValue: UInt32(orphanRule.rawValue))
        c._keep_pairs_together_case = USHER__V1__POLICY___KEEP_PAIRS_TOGETHER_KEEP_PAIRS_TOGETHER
        c.keep_pairs_together = keepPairsTogether ? 1 : 0
    }
}

extension SeatCounts: MessageMapping {
    typealias C = Usher__V1__SeatCounts
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__seat_counts__init }
    static var unpack: Unpack { usher__v1__seat_counts__unpack }

    init(_ c: C, _ r: inout Reading) {
        self.init()
        total = Int(c.total)
        available = Int(c.available)
        locked = Int(c.locked)
        sold = Int(c.sold)
        blocked = Int(c.blocked)
        zones = r.list(c.n_zones, c.zones, "zones")
    }

    func fill(_ c: inout C, _ w: Writing) {
        c.total = UInt32(clamping: total)
        c.available = UInt32(clamping: available)
        c.locked = UInt32(clamping: locked)
        c.sold = UInt32(clamping: sold)
        c.blocked = UInt32(clamping: blocked)
        w.list(zones, &c.n_zones, &c.zones)
    }
}

extension ZoneCounts: MessageMapping {
    typealias C = Usher__V1__ZoneCounts
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__zone_counts__init }
    static var unpack: Unpack { usher__v1__zone_counts__unpack }

    init(_ c: C, _ r: inout Reading) {
        self.init(zoneID: r.text(c.zone_id, "zone_id"))
        total = Int(c.total)
        available = Int(c.available)
        locked = Int(c.locked)
        sold = Int(c.sold)
        blocked = Int(c.blocked)
    }

    func fill(_ c: inout C, _ w: Writing) {
        c.zone_id = w.text(zoneID)
        c.total = UInt32(clamping: total)
        c.available = UInt32(clamping: available)
        c.locked = UInt32(clamping: locked)
        c.sold = UInt32(clamping: sold)
        c.blocked = UInt32(clamping: blocked)
    }
}
