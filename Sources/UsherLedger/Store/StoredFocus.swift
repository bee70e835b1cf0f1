import UsherCore

/// A focus session as the store has it.
struct StoredFocus {
    /// The store's number of it.
    var key: Int64
    var tenant: String
    var record: FocusRecord

    var place: FocusPlace { FocusPlace(startedAt: record.startedAt, sessionID: record.sessionID) }
    /// nil: in no room.
    var room: RoomRef? { record.roomID.isEmpty ? nil : RoomRef(tenant: tenant, roomID: record.roomID) }
}
