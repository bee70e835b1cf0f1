import UsherCore

/// A request id in its scope: tenant and rpc.
struct RequestKey: Hashable, Comparable {
    var tenant: String
    var scope: RequestScope
    var id: String

    /// The table's order.
    static func < (lhs: RequestKey, rhs: RequestKey) -> Bool {
        if lhs.tenant != rhs.tenant { return lhs.tenant < rhs.tenant }
        if lhs.scope != rhs.scope { return lhs.scope.rawValue < rhs.scope.rawValue }
        return lhs.id < rhs.id
    }
}
