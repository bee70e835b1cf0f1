public import UsherCore

extension UsherClient {
    /// Makes a show of the hall's newest revision, or of the one named. Again with the content first sent: the show.
    /// Refused: `SHOW_EXISTS`, `HALL_UNKNOWN`, `HALL_BUSY`, `FIELDS`.
    public func createShow(_ show: Show, requestID: String? = nil) async throws(UsherError) -> ShowView {
        throw UsherError(.unimplemented, message: "")
    }

    /// A show with its counts. Refused: `SHOW_UNKNOWN`.
    public func show(_ showID: String) async throws(UsherError) -> ShowView {
        throw UsherError(.unimplemented, message: "")
    }

    /// Shows without counts; `hallID` "" is all halls. `pageSize` 1…1,000; 0 is 100.
    public func shows(
        hallID: String = "", pageSize: Int = 0, pageToken: String = ""
    ) async throws(UsherError) -> ListPage<ShowView> {
        throw UsherError(.unimplemented, message: "")
    }

    /// Takes the named fields from `show`. `expectedVersion` 0 is any, else `VERSION_STALE` if another change came
    /// first; such a change is never repeated by itself when its outcome is unknown.
    public func updateShow(
        _ show: Show, fields: [ShowField], expectedVersion: UInt64 = 0
    ) async throws(UsherError) -> ShowView {
        throw UsherError(.unimplemented, message: "")
    }

    /// Takes seats out of sale, all or nothing (`SEAT_TAKEN`); returns the show's seq.
    public func blockSeats(
        _ seats: [String], of showID: String, reason: String = ""
    ) async throws(UsherError) -> UInt64 {
        throw UsherError(.unimplemented, message: "")
    }

    /// Puts blocked seats back on sale, all or nothing (`SEAT_TAKEN`); returns the show's seq.
    public func unblockSeats(
        _ seats: [String], of showID: String, reason: String = ""
    ) async throws(UsherError) -> UInt64 {
        throw UsherError(.unimplemented, message: "")
    }
}
