import UsherCore

/// A room's entry in the catalogue.
struct StoredRoom {
    /// What all of the room's rows are found by.
    var key: Int64
    var ref: RoomRef
    var room: Room
    var epoch: String
    /// Of the content that it was created with.
    var digest: ContentDigest
}
