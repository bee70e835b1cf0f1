import UsherCore

/// Every bound of the ledger, with its reason.
enum Limits {
    /// Requests that may wait for the ledger thread: about a tenth of a second of work. More are refused at once.
    static let mailbox = 16_384
    /// A request about so many seats is heavy: it takes as long as hundreds of ordinary ones.
    static let manySeats = 1_000
    /// Seats of the heavy requests that are worked off before the others have their turn: a few milliseconds.
    static let seatsPerTurn = 20_000
    /// Requests of one disk commit: bounds the latency that a batch adds.
    static let batch = 1_024
    /// Requests gather for no longer than this before a commit: callers nearby are back by then, and a slow disk shall
    /// not make them slower still.
    static let gathering = TimeSpan(nanoseconds: 500_000)
    /// Waits shorter than this cost more than they gain: a timer's slack alone is 50 µs.
    static let shortestGathering = TimeSpan(nanoseconds: 30_000)
    /// Commits without a wait after some waits were in vain: bounds what such waits cost where callers take their time.
    static let gatheringPause = 64
    /// A turn with so few requests may be the last one for a while.
    static let fewRequests = 4
    /// Records of a batch for whose like a show keeps the space, about 200 bytes each.
    static let recordsKept = 128
    /// Changes of a batch for whose like a show keeps the space, 8 bytes each.
    static let changesKept = 1_024
    /// The ledger thread sleeps no longer than this while a loaded show has a deadline (the clock that waits does not
    /// count suspended time, the one that decides does).
    static let longestWait = TimeSpan.milliseconds(500)
    /// An idle thread looks after housekeeping this often.
    static let idleWait = TimeSpan.seconds(10)

    /// A snapshot is due when this many records were appended since the last one …
    static let recordsPerSnapshot: UInt64 = 4_096
    /// … or, in big halls, one record for each so many seats: writing costs as much as the replay it saves.
    static let seatsPerSnapshotRecord = 4

    /// Fewer records than this are replayed rather than saved by a snapshot when a show leaves memory.
    static let cheapReplay: UInt64 = 128

    /// A show that nobody used for so long is unloaded.
    static let idleShow = TimeSpan.minutes(10)
    /// Loaded shows that are not followed: the least recently used go first.
    static let loadedShows = 1_024
    /// Seats of all loaded shows (about 10 bytes each): beyond it shows that are not followed go.
    static let loadedSeats = 16_000_000
    /// Seats of the hall revisions that the cache holds strongly (about 200 bytes each).
    static let cachedHallSeats = 1_000_000
    /// Hall revisions that the cache holds strongly.
    static let cachedHalls = 64

    /// Devices whose calls are heard without the ledger's thread, about 200 bytes each; the others' calls go to it.
    static let deviceEars = 100_000
    /// Devices' deadlines are looked at on a grid of this span, never early: many of them share a look and a commit, and
    /// 2 s is what the contract leaves for a dead device to be told everywhere.
    static let presenceGrid = TimeSpan.milliseconds(250)
    /// A device that is lost while its stream stays open is asked for this often whether it is heard again.
    static let lostStreamLook = TimeSpan.seconds(1)
    /// Open streams of one device: a new one beside an old that nobody closed yet, and some more of careless apps. The
    /// oldest ones beyond it count no longer.
    static let streamsPerDevice = 8
    /// Loaded rooms in which nobody is and that nobody reads: they go when there are more, or after `idleShow`.
    static let loadedRooms = 1_024
    /// After a start, rooms with members are loaded one by one within this part of their `away_after`.
    static let startSpread: Int64 = 2

    /// Closed locks of one row: writing them one by one costs as much as all else that is written of them …
    static let closedLocksPerRow = 64
    /// … and how far apart their numbers may be: bounds the rows that a look-up finds.
    static let closedLockSpan: UInt64 = 4_096

    /// How long request ids and closed locks are known.
    static let retention = TimeSpan.hours(24)
    /// Request ids in memory before the oldest ones are written to the table.
    static let requestsInMemory = 16_384
    /// Request ids that are written at once: two milliseconds or so.
    static let requestsPerFlush = 512
    /// Log records without a flush: bounds what a start has to read.
    static let recordsPerRequestFlush: UInt64 = 100_000
    /// Request ids are flushed at least this often.
    static let requestFlush = TimeSpan.hours(1)
    /// Between two looks for what outlived its retention.
    static let pruneInterval = TimeSpan.minutes(1)
    /// Rows that one look deletes per table: bounds its pause.
    static let pruneRows = 2_000

    /// Pages of the write-ahead log after which an idle thread checkpoints.
    static let checkpointPagesIdle = 1_000
    /// Pages after which it checkpoints under load.
    static let checkpointPagesBusy = 4_000
    /// A page in the write-ahead log, with what stands before it.
    static let logPageBytes = 4_120
    /// Ledgers that never do more than this do without prepared room.
    static let logPagesWithoutRoom = 100
    /// Room that is prepared at most: what a log under load comes to, with its largest batches.
    static let roomPages = checkpointPagesBusy + checkpointPagesBusy / 4
    /// SQLite's page cache, in KiB.
    static let pageCacheKiB = 32_768
    /// Between two attempts to reopen a store that failed.
    static let reopenPause = TimeSpan.milliseconds(200)
    /// The same trouble is not told again before this.
    static let noticePause = TimeSpan.seconds(10)
    /// Troubles told apart; beyond it they may be told early.
    static let noticesRemembered = 64

    /// A paying lock has at least 60 s after a restart (contract, lock rule 7). It counts from the opening of the ledger:
    /// two seconds more cover the start and a client's first call.
    static let restartGrace = TimeSpan.seconds(62)
    /// Focus sessions that one ask for statistics reads: some milliseconds of the ledger's thread, then others have
    /// their turn.
    static let focusPage = 500
    /// Sessions in memory at once whose rooms hear of their end.
    static let roomEndsAtOnce = 256
    /// Items of a page: more are not given, 0 asks for the default.
    static let pageSize = 1_000
    static let defaultPageSize = 100
    /// A page token of ours is shorter than this.
    static let pageTokenBytes = 1_024
}
