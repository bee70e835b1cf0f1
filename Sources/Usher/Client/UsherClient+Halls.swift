public import UsherCore

extension UsherClient {
    /// Puts a hall: the server sets the revision; the same content again keeps it.
    /// Refused with every fault listed (`FIELDS`).
    public func putHall(_ hall: Hall) async throws(UsherError) -> Hall {
        throw UsherError(.unimplemented, message: "")
    }

    /// Tells what `putHall` would say, and what running shows would lose. Changes nothing.
    public func checkHall(_ hall: Hall) async throws(UsherError) -> HallCheck {
        throw UsherError(.unimplemented, message: "")
    }

    /// One revision of a hall; 0 is the newest. `rows` reads a part of it: seats of these physical rows alone.
    public func hall(
        _ hallID: String, revision: UInt64 = 0, rows: Range<Int>? = nil
    ) async throws(UsherError) -> Hall {
        throw UsherError(.unimplemented, message: "")
    }

    /// The newest revisions of all halls, by id. `pageSize` 1…1,000; 0 is 100.
    public func halls(pageSize: Int = 0, pageToken: String = "") async throws(UsherError) -> ListPage<HallSummary> {
        throw UsherError(.unimplemented, message: "")
    }
}
