internal import UsherLedger

/// Whose halls, shows and rooms a call means. There is one tenant until credentials arrive; every key carries it already.
enum Tenancy {
    static let tenant = "default"

    static func show(_ showID: String) -> ShowRef {
        ShowRef(tenant: tenant, showID: showID)
    }

    static func room(_ roomID: String) -> RoomRef {
        RoomRef(tenant: tenant, roomID: roomID)
    }
}
