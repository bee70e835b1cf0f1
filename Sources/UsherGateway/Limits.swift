/// Every bound of this module, with its reason.
enum Limits {
    // MARK: Secrets

    /// Random words that one call of the kernel fetches: 256 bytes, which it gives whole or not at all.
    static let entropyWords = 32

    // MARK: Requests

    /// One message of PutHall or CheckHall: the contract's 32 MiB, enough for 200,000 seats.
    static let maxHallRequestBytes = 32 << 20
    /// Larger messages are decoded and checked off the loop: 64 KiB take about 0.3 ms, more would delay every other
    /// call of the loop.
    static let maxBytesOnLoop = 64 << 10
    /// Commands of one turn for whose like a loop keeps the space, 8 bytes each.
    static let ordersKept = 1_024
    /// Halls with more seats are encoded off the loop, for the same reason.
    static let maxSeatsOnLoop = 1_000
    /// Seats are sought off the loop in larger halls and for larger parties: the whole of 10,000 seats is looked through
    /// in 0.2 ms, and a group that must be split takes some milliseconds.
    static let maxSeatsSearchedOnLoop = 10_000
    static let maxPartyOnLoop = 10
    /// Replies about more focus sessions are made off the loop, for the same reason.
    static let maxSessionsOnLoop = 500
    /// Encoded halls that are kept for the next ones who ask: two of 200,000 seats, or dozens of ordinary large ones.
    /// To encode 40,000 seats takes 20 ms of a processor.
    static let maxSharedHallBytes = 16 << 20
    /// A hall's reply with seats; above, seats and rows are left out. Below the 4 MiB that grpcio takes by default.
    static let maxHallReplyBytes = 3 << 20
    /// Seats of a request that are few: two among them that are the same are found without a table.
    static let fewSeats = 8
    /// Seat codes in one request. A hall has no more, and the message limit of 1 MiB binds first.
    static let maxSeatsPerRequest = 200_000
    /// Characters of the reason of BlockSeats: kept in every log record.
    static let maxFreeTextCharacters = 256
    /// Entries of a field mask: the known paths are far fewer, repeats are legal.
    static let maxMaskPaths = 100
    /// The contract's page sizes.
    static let maxPageSize = 1_000
    static let defaultPageSize = 100
    /// A page token is a key of ours: an id and a time or number.
    static let maxPageTokenBytes = 512
    /// Bytes of a field's path, or of what is wrong with it, in a refusal: paths of masks and the like are the caller's.
    static let maxFaultTextBytes = 320
    /// Bytes of a refusal's sentence: the transport sends 640.
    static let maxSentenceBytes = 600
    /// Seats named in a refusal's sentence, and their bytes; its details name as many as the transport sends.
    static let maxSeatBytesInSentence = 320
    static let maxSeatsInSentence = 10
    /// What a suggestion in a refusal takes beside its seats: seven terms of a score, by name.
    static let maxScoreBytes = 256
    /// Bytes of an unknown sale id that its refusal repeats: longer than any of ours.
    static let maxSaleIDTold = 128
    /// The wait asked for with RetryInfo when the store is away: long enough for a reopened store.
    static let storeRetrySeconds: Int64 = 1

    // MARK: Fan-out

    /// Shows followed at once, and as many rooms. Each holds one byte a seat and its recent deltas, or its members and
    /// their last changes.
    static let maxHubs = 10_000
    /// A show or room that nobody reads is followed this long, so that a polling reader keeps it warm: two polls a minute.
    static let hubIdleNanoseconds: Int64 = 60_000_000_000
    /// How often idle shows are looked for.
    static let hubSweepNanoseconds: Int64 = 10_000_000_000
    /// How often a loop looks for silent watchers: a heartbeat is late by this much at most.
    static let heartbeatSweepNanoseconds: Int64 = 250_000_000
    /// The contract's spans of silence, in seconds.
    static let minHeartbeatSeconds: Int64 = 5
    static let defaultHeartbeatSeconds: Int64 = 25
    static let maxHeartbeatSeconds: Int64 = 60
    /// An encoded snapshot is shared by all who ask within this time: a thousand readers that come back at once cost
    /// one copy. Its `server_time` is older by this much at most.
    static let snapshotShareNanoseconds: Int64 = 100_000_000
    /// Merged deltas kept encoded a show: readers that fell behind together ask for the same few.
    static let maxSharedDeltas = 4
    /// The same of a room's changes: twice as many as its history tells one by one.
    static let maxSharedChanges = 200
    /// The contract's pace of a room's numbers.
    static let digestNanoseconds: Int64 = 1_000_000_000
    /// Commits that wait for a loop and a show or room; more, and the watchers pull one merged delta instead.
    static let maxInboxUpdates = 64
    /// The rest after a write of several changes is as long as the write, and no longer than this: a change waits for it
    /// no longer than for the writes of a few thousand watchers.
    static let maxFanoutRestNanoseconds: Int64 = 10_000_000
    /// Attempts to attach to a hub that is being dropped at that moment.
    static let maxAttachAttempts = 8
    /// From the `drain` event to the end of the stream, so that a reader gets the event in peace.
    static let drainGraceNanoseconds: Int64 = 500_000_000

    // MARK: Rooms

    /// The contract's heartbeat of a device without a stream; half of `away_after` where that is less.
    static let deviceHeartbeatSeconds: Int64 = 25
    /// The contract's pace of PINGs on a connection whose stream is a sign of life; a third of `away_after` where that is
    /// less, so that two may be late.
    static let pulseSeconds: Int64 = 20
    /// Open streams with one token. A device needs one; those of its connections that broke without a word are forgotten
    /// after 100 s at most. Each costs the ledger a place among the device's pulses.
    static let maxStreamsPerDevice = 32

    // MARK: Standard services

    /// grpc.health.v1 List answers at most this many services (gRFC A90).
    static let maxHealthServices = 100
    /// Health watchers at once; load balancers hold one each.
    static let maxHealthWatchers = 10_000
}
