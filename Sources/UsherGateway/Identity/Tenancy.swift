internal import UsherLedger

/// Whose halls and shows a call means. There is one tenant until credentials arrive; every key carries it already.
enum Tenancy {
    static let tenant = "default"

    static func show(_ showID: String) -> ShowRef {
        ShowRef(tenant: tenant, showID: showID)
    }
}
