import UsherCore

/// What the engine needs of a store. Used on the ledger thread only.
///
/// Writes happen inside one transaction that the first of them begins; nothing of it is durable before `commit`
/// returns, and after any throw of a write or of `commit` the store is of no use until `reopen` succeeded. Reads see
/// the transaction's own writes. Writes throw `.commitFailed`, reads `.storeAway` or `.damaged`.
protocol LedgerStore: AnyObject {
    /// How values are stored; knows the generation of the data.
    var codec: Codec { get }
    /// Time of the last stored record.
    var lastCommitAt: Timestamp? { get }
    /// Position of the last record in the log of all shows, uncommitted ones included.
    var position: UInt64 { get }
    /// Grows with every write.
    var writes: UInt64 { get }
    /// Log pages that a checkpoint would move.
    var logPages: Int { get }

    func commit() throws(LedgerError)
    /// Closes and opens again; what was not committed is gone.
    func reopen() throws(LedgerError)
    func checkpoint() throws(LedgerError)
    /// Prepares room for what is written next, where commits would have to wait until the file system finds some.
    func makeRoom() throws(LedgerError)
    /// The store must not be used afterwards.
    func close()

    // Halls
    func newestHall(_ hallID: String, tenant: String) throws(LedgerError) -> UInt64?
    func hall(_ hallID: String, revision: UInt64, tenant: String) throws(LedgerError) -> StoredHall?
    func halls(tenant: String, after: String, limit: Int) throws(LedgerError) -> [(hall: Hall, seatCount: Int)]
    func insert(_ hall: StoredHall, hallID: String, tenant: String) throws(LedgerError)

    // The catalogue of shows
    func show(_ ref: ShowRef) throws(LedgerError) -> StoredShow?
    func shows(tenant: String, hallID: String, after: (startsAt: Timestamp, showID: String)?, limit: Int)
        throws(LedgerError) -> [StoredShow]
    /// Shows of the hall that neither ended at `now` nor are cancelled.
    func runningShows(tenant: String, hallID: String, now: Timestamp) throws(LedgerError) -> [StoredShow]
    /// A show that has the hall within `show`'s times, itself left out.
    func overlap(of show: Show, tenant: String) throws(LedgerError) -> String?
    /// Returns the show's key.
    func insert(_ show: Show, digest: ContentDigest, tenant: String) throws(LedgerError) -> Int64
    func update(_ show: Show, key: Int64) throws(LedgerError)
    /// The seq that a show which is not loaded stands at.
    func seq(key: Int64) throws(LedgerError) -> UInt64

    // A show's history
    /// Appends what one commit did to the show: records that follow on each other, `seq` after the last of them. Fails if
    /// the show has a record of the first one's index already.
    func append(_ records: [ShowRecord], seq: UInt64, key: Int64) throws(LedgerError)
    func snapshot(key: Int64) throws(LedgerError) -> ShowSnapshot?
    func records(key: Int64, after index: UInt64, _ body: (ShowRecord) throws(LedgerError) -> Void) throws(LedgerError)
    func write(_ snapshot: ShowSnapshot, key: Int64) throws(LedgerError)

    // What is read apart from the hot state
    func sell(seats: [HeldSeat], sale: UInt64, key: Int64) throws(LedgerError)
    func unsell(seats: [HeldSeat], key: Int64) throws(LedgerError)
    func write(_ sale: Sale, key: Int64) throws(LedgerError)
    func sale(_ number: UInt64, key: Int64) throws(LedgerError) -> Sale?
    func sales(key: Int64, after number: UInt64, limit: Int) throws(LedgerError) -> [Sale]
    /// Closed locks, in the order of their numbers; what is there of one of them already is superseded.
    func write(_ closedLocks: [Lock], key: Int64) throws(LedgerError)
    func closedLock(_ number: UInt64, key: Int64) throws(LedgerError) -> Lock?

    // Rooms
    func room(_ ref: RoomRef) throws(LedgerError) -> StoredRoom?
    func room(key: Int64) throws(LedgerError) -> StoredRoom?
    /// Returns the room's key.
    func insert(_ room: Room, epoch: String, digest: ContentDigest, tenant: String) throws(LedgerError) -> Int64
    /// Whether somebody is a member.
    func setLive(_ isLive: Bool, roomKey: Int64) throws(LedgerError)
    /// Keys of the rooms with members.
    func liveRooms() throws(LedgerError) -> [(key: Int64, awayAfter: TimeSpan)]
    /// Fails if the room has a record of this index already.
    func append(_ record: RoomRecord, seq: UInt64, roomKey: Int64) throws(LedgerError)
    func image(roomKey: Int64) throws(LedgerError) -> RoomImage?
    func records(roomKey: Int64, after index: UInt64, _ body: (RoomRecord) throws(LedgerError) -> Void)
        throws(LedgerError)
    /// Takes the place of the records that it holds: they are deleted.
    func write(_ image: RoomImage, roomKey: Int64) throws(LedgerError)

    // Focus sessions
    func focus(_ sessionID: String, tenant: String) throws(LedgerError) -> StoredFocus?
    /// The member's last session that starts at or before `moment`; of several at one moment the one that ends last.
    func lastFocus(startingBy moment: Timestamp, of member: FocusMember) throws(LedgerError) -> StoredFocus?
    /// The member's first session that starts after `moment`.
    func nextFocus(after moment: Timestamp, of member: FocusMember) throws(LedgerError) -> StoredFocus?
    /// Newest first, from behind `place` on; nil: from the newest.
    func focusSessions(of member: FocusMember, before place: FocusPlace?, limit: Int) throws(LedgerError)
        -> [StoredFocus]
    /// Oldest first, from `place` on; those that start before `end`.
    func focusSessions(of member: FocusMember, from place: FocusPlace, before end: Timestamp, limit: Int)
        throws(LedgerError) -> [StoredFocus]
    /// `roomEnd`: when the session's room is to hear of its end; nil: it is not. Fails if the tenant has the id already.
    func insertFocus(_ record: FocusRecord, tenant: String, roomEnd: Timestamp?) throws(LedgerError)
    func updateFocus(_ record: FocusRecord, key: Int64, roomEnd: Timestamp?) throws(LedgerError)
    /// The earliest time at which a room is to hear of an end.
    func nextRoomEnd() throws(LedgerError) -> Timestamp?
    /// The sessions of which rooms are to hear by `moment`, at most `limit` of them.
    func roomEnds(by moment: Timestamp, limit: Int) throws(LedgerError) -> [StoredFocus]
    /// The room has heard.
    func clearRoomEnd(key: Int64) throws(LedgerError)

    // Request ids
    func request(_ key: RequestKey) throws(LedgerError) -> StoredRequest?
    func write(_ request: StoredRequest, key: RequestKey) throws(LedgerError)
    /// Requests in the log up to here are in the table.
    var requestsFlushedTo: UInt64 { get }
    func setRequestsFlushed(to position: UInt64) throws(LedgerError)
    /// The requests of the log's records beyond `requestsFlushedTo`.
    func unflushedRequests(_ body: (RequestKey, StoredRequest) -> Void) throws(LedgerError)

    /// Deletes at most `limit` rows per table of what ended before `time`; returns whether there may be more.
    func prune(before time: Timestamp, limit: Int) throws(LedgerError) -> Bool
}
