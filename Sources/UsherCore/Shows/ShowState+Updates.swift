/// UpdateShow. Whether the new times overlap another show is the ledger's to judge: it has the catalogue.
extension ShowState {
    func decideUpdateShow(
        _ new: Show, _ fields: [ShowField], _ expectedVersion: UInt64
    ) throws(Refusal) -> Decision {
        guard expectedVersion == 0 || expectedVersion == show.version else { throw .versionStale(show.version) }
        var after = show.taking(fields, from: new)
        if after == show { return .reply(.show) }
        // What the show has from before a rule of today is no fault of a change that leaves it as it is.
        let faults = after.faults(hall: hall).filter { fault in fields.contains { $0.decides(fault) } }
        if !faults.isEmpty { throw .fields(faults) }
        after.version = show.version + 1
        return .commit([.updated(after)], reply: .show)
    }
}

extension Show {
    /// The show with the named fields of another: what an update would make of it, its version as it is.
    public func taking(_ fields: [ShowField], from other: Show) -> Show {
        var result = self
        for field in fields {
            switch field {
            case .title: result.title = other.title
            case .startsAt: result.startsAt = other.startsAt
            case .endsAt: result.endsAt = other.endsAt
            case .timeZone: result.timeZone = other.timeZone
            case .prices: result.prices = other.prices
            case .salesOpen: result.salesOpen = other.salesOpen
            case .cancelled: result.cancelled = other.cancelled
            case .policy: result.policy = other.policy
            case .maxSeatsPerLock: result.policy.maxSeatsPerLock = other.policy.maxSeatsPerLock
            case .maxSeatsPerHolder: result.policy.maxSeatsPerHolder = other.policy.maxSeatsPerHolder
            case .lockTTL: result.policy.lockTTL = other.policy.lockTTL
            case .maxLockTime: result.policy.maxLockTime = other.policy.maxLockTime
            case .paymentWindow: result.policy.paymentWindow = other.policy.paymentWindow
            case .sameRowOnly: result.policy.sameRowOnly = other.policy.sameRowOnly
            case .orphanRule: result.policy.orphanRule = other.policy.orphanRule
            case .keepPairsTogether: result.policy.keepPairsTogether = other.policy.keepPairsTogether
            }
        }
        return result
    }
}
