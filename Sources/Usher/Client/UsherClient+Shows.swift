public import UsherCore
import UsherWire

extension UsherClient {
    /// Makes a show of the hall's newest revision, or of the one named. Again with the content first sent: the show.
    /// Refused: `SHOW_EXISTS`, `HALL_UNKNOWN`, `HALL_BUSY`, `FIELDS`.
    public func createShow(_ show: Show, requestID: String? = nil) async throws(UsherError) -> ShowView {
        let request = CreateShowRequest(show: ShowInput(show), requestID: requestID ?? newRequestID())
        return try await call("ShowService/CreateShow", request)
    }

    /// A show with its counts. Refused: `SHOW_UNKNOWN`.
    public func show(_ showID: String) async throws(UsherError) -> ShowView {
        try await call("ShowService/GetShow", GetShowRequest(showID: showID))
    }

    /// Shows without counts; `hallID` "" is all halls. `pageSize` 1…1,000; 0 is 100.
    public func shows(
        hallID: String = "", pageSize: Int = 0, pageToken: String = ""
    ) async throws(UsherError) -> ListPage<ShowView> {
        let request = ListShowsRequest(hallID: hallID, pageSize: pageSize, pageToken: pageToken)
        let reply: ListShowsResponse = try await call("ShowService/ListShows", request)
        return ListPage(items: reply.shows, nextPageToken: reply.nextPageToken)
    }

    /// Takes the named fields from `show`. `expectedVersion` 0 is any, else `VERSION_STALE` if another change came
    /// first; such a change is never repeated by itself when its outcome is unknown.
    public func updateShow(
        _ show: Show, fields: [ShowField], expectedVersion: UInt64 = 0
    ) async throws(UsherError) -> ShowView {
        let request = UpdateShowRequest(
            show: ShowInput(show), updateMask: fields.map(\.rawValue), expectedVersion: expectedVersion)
        return try await call("ShowService/UpdateShow", request, expectedVersion == 0 ? .safe : .never)
    }

    /// Takes seats out of sale, all or nothing (`SEAT_TAKEN`); returns the show's seq.
    public func blockSeats(
        _ seats: [String], of showID: String, reason: String = ""
    ) async throws(UsherError) -> UInt64 {
        let request = BlockSeatsRequest(showID: showID, seats: seats, reason: reason)
        let reply: BlockSeatsResponse = try await call("ShowService/BlockSeats", request)
        return reply.seq
    }

    /// Puts blocked seats back on sale, all or nothing (`SEAT_TAKEN`); returns the show's seq.
    public func unblockSeats(
        _ seats: [String], of showID: String, reason: String = ""
    ) async throws(UsherError) -> UInt64 {
        let request = UnblockSeatsRequest(showID: showID, seats: seats, reason: reason)
        let reply: UnblockSeatsResponse = try await call("ShowService/UnblockSeats", request)
        return reply.seq
    }
}
