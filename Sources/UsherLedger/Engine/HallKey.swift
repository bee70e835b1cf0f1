/// A hall revision of a tenant.
struct HallKey: Hashable, Sendable {
    var tenant: String
    var hallID: String
    /// 0 is the newest.
    var revision: UInt64
}
