/// What UpdateShow can change: the field mask's paths.
public enum ShowField: String, Sendable, Hashable, CaseIterable {
    case title, startsAt = "starts_at", endsAt = "ends_at", timeZone = "time_zone", prices
    case salesOpen = "sales_open", cancelled, policy
    case maxSeatsPerLock = "policy.max_seats_per_lock", maxSeatsPerHolder = "policy.max_seats_per_holder"
    case lockTTL = "policy.lock_ttl", maxLockTime = "policy.max_lock_time", paymentWindow = "policy.payment_window"
    case sameRowOnly = "policy.same_row_only", orphanRule = "policy.orphan_rule"
    case keepPairsTogether = "policy.keep_pairs_together"

    /// Whether a fault of `Show.faults` is one of this field, or of one that is judged beside it.
    public func decides(_ fault: FieldFault) -> Bool {
        let path = "show." + rawValue
        if fault.field == path || fault.field.hasPrefix(path + ".") || fault.field.hasPrefix(path + "[") { return true }
        return switch self {
        case .startsAt: fault.field == "show.ends_at"
        case .maxLockTime: fault.field == "show.policy.lock_ttl"
        default: false
        }
    }
}
