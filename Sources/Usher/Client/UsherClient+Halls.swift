public import UsherCore
import UsherWire

extension UsherClient {
    /// Puts a hall: the server sets the revision; the same content again keeps it.
    /// Refused with every fault listed (`FIELDS`). Of a hall of several megabytes the answer has no rows and seats.
    public func putHall(_ hall: Hall) async throws(UsherError) -> Hall {
        let reply: HallReply = try await call(
            "HallService/PutHall", PutHallRequest(hall: hall), timeout: options.hallTimeout)
        return reply.hall
    }

    /// Tells what `putHall` would say, and what running shows would lose. Changes nothing.
    public func checkHall(_ hall: Hall) async throws(UsherError) -> HallCheck {
        let reply: CheckHallResponse = try await call(
            "HallService/CheckHall", CheckHallRequest(hall: hall), timeout: options.hallTimeout)
        return HallCheck(faults: reply.faults, losses: reply.losses)
    }

    /// One revision of a hall; 0 is the newest. `rows` reads a part of it: seats of these physical rows alone.
    public func hall(
        _ hallID: String, revision: UInt64 = 0, rows: Range<Int>? = nil
    ) async throws(UsherError) -> Hall {
        let request = GetHallRequest(
            hallID: hallID, revision: revision, firstRow: rows?.lowerBound ?? 0, rowCount: rows?.count ?? 0)
        let reply: HallReply = try await call("HallService/GetHall", request, timeout: options.hallTimeout)
        return reply.hall
    }

    /// The newest revisions of all halls, by id. `pageSize` 1…1,000; 0 is 100.
    public func halls(pageSize: Int = 0, pageToken: String = "") async throws(UsherError) -> ListPage<HallSummary> {
        let request = ListHallsRequest(pageSize: pageSize, pageToken: pageToken)
        let reply: ListHallsResponse = try await call("HallService/ListHalls", request)
        let items = reply.halls.map { HallSummary(hall: $0.hall, seatCount: $0.seatCount) }
        return ListPage(items: items, nextPageToken: reply.nextPageToken)
    }
}
