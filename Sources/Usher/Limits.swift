import UsherCore

/// Every bound of this module, with its reason.
enum Limits {
    /// Where a gateway listens if nobody says otherwise.
    static let defaultPort: UInt16 = 50_051
    /// A unary call must end: long enough for a slow commit behind a stall, short enough for a person.
    static let callTimeout = TimeSpan.seconds(15)
    /// Halls are large: 32 MiB on a slow line.
    static let hallTimeout = TimeSpan.seconds(120)
    /// Attempts of one call, the first included: gRPC's own cap on retries.
    static let maxAttempts = 5
    /// The first pause between attempts; each next is twice as long, with full jitter.
    static let firstRetryPause = TimeSpan.milliseconds(100)
    /// A hall of 200,000 seats takes about 12 MiB; the contract caps what is put at 32 MiB.
    static let maxHallBytes = 64 << 20
    /// Sent by the gateway after this much silence unless asked otherwise (the contract's default and range).
    static let heartbeat = TimeSpan.seconds(25)
    /// A map's timer that moved away by less is looked at when the old time comes.
    static let muchLater = TimeSpan.seconds(5)
    /// How long a map that nobody uses stays connected: from one screen of an app to the next and back.
    static let linger = TimeSpan.seconds(30)
    static let lingerRange = TimeSpan.zero...TimeSpan.minutes(10)
    static let heartbeatRange = TimeSpan.seconds(5)...TimeSpan.seconds(60)
    /// Silence after which a connection is pinged: longer than `heartbeat`, so that a map that lives is never pinged, and
    /// with the 20 s for the answer shorter than the watchdog's patience, so that the next stream finds another connection.
    static let keepalive = TimeSpan.seconds(30)
    /// The longest wait that a gateway can ask a map for; more is a mistake of its own.
    static let longestAskedPause = TimeSpan.minutes(10)
    /// Room that a consumer keeps for seats that it was not told of yet: what a busy show touches in a second.
    static let touchedSeatsKept = 1_024
    /// One event: a snapshot has one byte a seat, and halls have at most 200,000.
    static let maxEventBytes = 4 << 20
    /// One event of a room: 10,000 members whose names and pictures are as long as they may be take about 9 MiB.
    static let maxRoomEventBytes = 16 << 20

    // MARK: The cache of maps

    /// Five of the largest halls, or some thousand ordinary shows: little beside what an app's pictures take.
    static let cacheBytes = 64 << 20
    /// A directory of this size is listed in some milliseconds.
    static let cacheFiles = 2_000
    /// Less would hold no large hall, or not one map with its hall.
    static let leastCacheBytes = 1 << 20
    static let leastCacheFiles = 2
    /// The longest file of a map that is read: a byte a seat, and a show with prices for 100,000 zones and types.
    static let maxMapFileBytes = 32 << 20
    /// The disk's queue: maps of so many shows wait, each holding a byte a seat. More are dropped and come again with
    /// their next change.
    static let cacheStores = 1_024
    /// Loads that wait; those beyond find nothing, and the gateway is asked.
    static let cacheLoads = 4_096
    /// Halls that are known not to fit; a gateway that has more of them has other troubles.
    static let distrustedHalls = 1_000
    /// Halls that the cache remembers as kept while maps show them: they are searched one by one.
    static let cacheHalls = 64
    /// Writes between two looks at the whole directory, in which other processes write too.
    static let cacheWritesUnseen = 64
    /// A busy show changes many times a second: what is lost with a program that dies is read again in one delta.
    static let keepingInterval = TimeSpan.seconds(5)
    /// How long a map waits for the cache before its first stream is opened; beyond it the disk is stuck.
    static let cachePatience = TimeSpan.seconds(2)
    /// A file that has been unfinished for so long was left behind.
    static let unfinishedFileAge = TimeSpan.hours(1)
    /// Longest wait for a token: a sign-in service that takes longer is down, and a call has 15 s in all.
    static let tokenPatience = TimeSpan.seconds(10)
    /// The next token is asked for so long before the last one expires, or a fifth of its life if that is less: clocks
    /// differ, and calls take time.
    static let tokenHeadStart = TimeSpan.seconds(60)
    /// Between questions for a token that refusals lead to: a gateway that refuses every token must not make each call
    /// a visit to the sign-in service.
    static let refusalPause = TimeSpan.seconds(1)
    /// Tasks that wait for one call of one selection: an app has a few, and a crowd is a mistake.
    static let selectionWaiters = 64
    /// Losses kept for a consumer of a selection's events that does not read: more than any selection has seats.
    static let untoldLosses = 1_000

    // MARK: Rooms

    /// Tasks that wait for wishes of one device in one room: each waits for one, and an app has a few.
    static let roomWishes = 256
    /// How often a room's presence may want something in answer to what it wanted itself, at one input: twice is what it
    /// does.
    static let presenceRounds = 8

    // MARK: Focus

    /// The longest file of a focus store that is read: five times what ten thousand waiting events and two thousand
    /// sessions take.
    static let maxFocusFileBytes = 16 << 20
    /// What a focus store's file may grow by, beside twice its least size, before it is written anew: some 500 events.
    static let focusFileSlack = 64 << 10
    /// Sessions of one page that a timer asks for.
    static let focusPageSize = 200
    /// Rejected events kept for a consumer that does not read: more than any user makes without hearing of one.
    static let untoldRejections = 1_000
    /// Tasks that wait for one timer's talk with the gateway; a crowd is a mistake.
    static let focusWaiters = 64
}
