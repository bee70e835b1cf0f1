/// A member of a tenant: whose sessions must not overlap.
struct FocusMember: Sendable, Hashable {
    var tenant: String
    var memberID: String
}
