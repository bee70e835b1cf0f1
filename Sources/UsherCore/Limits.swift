/// The bounds of everything that grows in this target, each with its reason.
enum Limits {
    /// Faults listed in one refusal; the last entry says how many more there are. Keeps a refusal of a bad
    /// 200,000-seat hall far below the size that a trailer can carry in details.
    static let faultsListed = 1_000

    /// Unknown seats of one request that its refusal lists; those beyond are only counted.
    static let unknownSeats = 1_000

    /// The contract's bounds of a hall.
    static let hallSeats = 200_000
    static let hallRows = 4_096
    static let hallColumns = 4_096
    /// Zones and areas are drawn as a legend; more than this is a mistake in the import.
    static let hallZones = 10_000
    static let hallAreas = 10_000

    /// Characters (Unicode scalars) of ids, seat codes, request ids, labels and printed numbers.
    static let idCharacters = 64
    static let labelCharacters = 64
    /// Names and titles: enough for any poster.
    static let titleCharacters = 256
    static let orderRefCharacters = 128
    static let reasonCharacters = 256
    /// IANA names and ticket types.
    static let shortTextCharacters = 64

    /// 200,000 seats at this price stay below `Int64.max`, so totals never overflow.
    static let amountMinor: Int64 = 10_000_000_000_000
    /// Ticket types per zone, times zones.
    static let showPrices = 100_000

    /// Bounds of a policy's spans: a lock is a matter of minutes, a payment at most of days.
    static let shortestSpan = TimeSpan.seconds(1)
    static let longestSpan = TimeSpan.hours(24 * 30)

    /// How long a closed lock can be read, and a lock that is over can be confirmed late.
    static let closedLockRetention = TimeSpan.hours(24)

    /// Closed locks and sales of one hot show that stay in memory; older ones are in the store.
    static let closedLocksInMemory = 1_024
    static let salesInMemory = 4_096

    /// Steps in which a party that tore a pair is put together from whole pairs and single seats: they grow with the square
    /// of its size. More than a thousand people are no party.
    static let repairSteps = 2_000_000
    /// Runs before and behind a party, and of their free stretches the nearest, that a repair looks at beside the party's
    /// own: what is farther away is another choice, not a repair.
    static let repairRuns = 12
    static let repairStretches = 8
    /// A party for which seats are sought: a coach; larger groups are a matter for people.
    static let suggestedParty = 50
    /// Proposals of one answer: more than anybody looks at.
    static let suggestions = 20
    static let usualSuggestions = 5
    /// Free stretches around which a group that must be split is gathered: those nearest to the focal point, and the
    /// largest. More would not find better places that anybody could tell.
    static let gatheringsByPlace = 40
    static let gatheringsBySize = 16
    /// Segments around each of them among which those are sought where nobody need be left alone.
    static let gatheringReach = 200
    /// Rows in which this is done, where a party must sit in one.
    static let gatheringRows = 8
    /// How many pieces more than the fewest are tried where pairs keep a group from filling the fewest.
    static let morePieces = 8

    /// Seqs that a reader may be behind and still get deltas: max(this, seats / 16).
    static let historySeqs = 100
    /// Single changes that the recent deltas of one show may hold: max(this, seats / 4). Older gaps are answered from
    /// the per-seat table.
    static let historyChanges = 1_024

    /// A map that nobody looks at stays connected for this long: going back to a page must not cost a new stream.
    static let watchLinger = TimeSpan.seconds(30)
    /// A live stream is taken for dead after this many heartbeats without an event: one may be late.
    static let silentHeartbeats: Int64 = 2
    /// Added to that patience, for a slow network.
    static let watchSlack = TimeSpan.seconds(5)
    /// The first event comes at once. This is what a connection with TLS and a large snapshot take on a bad network,
    /// and short enough for a person who waits; where it is too short, the next attempts bear more.
    static let openingPatience = TimeSpan.seconds(20)
    /// While polling works, an attempt at a stream keeps polls waiting: it must be known soon whether it comes to
    /// anything.
    static let probePatience = TimeSpan.seconds(10)
    /// A snapshot on a bad network; longer than a call's own deadline, which ends it first.
    static let pollPatience = TimeSpan.seconds(20)
    /// Some 90 s of failures: what lets no stream through for so long may still let calls through.
    static let failuresBeforePolling = 10
    /// Often enough for a person who chooses seats, and a fifth of a call a second for the gateway.
    static let pollInterval = TimeSpan.seconds(5)
    static let probeInterval = TimeSpan.seconds(30)
    /// Waits between attempts: 1, 2, 4 … 30 s before jitter.
    static let firstWatchPause = TimeSpan.seconds(1)
    static let longestWatchPause = TimeSpan.seconds(30)
    /// A stream that is cut as soon as it spoke is no success: without this, ten thousand readers behind a proxy that
    /// does so would come twice a second each, for ever, and never poll.
    static let watchSettleTime = TimeSpan.seconds(1)
    /// A stream is replaced within this on most networks; a map that is called stale for less would only flash.
    static let staleAfter = TimeSpan.seconds(3)
    /// A gap is repaired at once if the last one is longer ago than this, else after a pause: a gateway that leaves
    /// something out of each stream must not be asked as fast as the network allows.
    static let gapMemory = TimeSpan.seconds(30)
    /// The least span over which the readers of a drained gateway come back: its notice may name a very short one.
    static let drainSpread = TimeSpan.seconds(1)
    /// Heartbeats whose time is kept for the gateway's clock: some minutes, so that one that was quick is among them, and
    /// a clock that was set is believed soon.
    static let clockSamples = 8
    /// The longest wait that a gateway can ask for; more is a mistake of its own.
    static let longestAskedPause = TimeSpan.minutes(10)

    /// A seat's side in seat widths: of the usual drawing, and the range. Less than a tenth could not be hit.
    static let seatSize = 0.8
    static let seatSizes = 0.1...1.0
    /// Half the gap between two seats of the usual size: a finger that comes down nearer to the gap's middle means neither.
    static let ambiguityMargin = 0.1
    /// Seat widths around a point that a hit may look at: a finger over a map that is shown small. Bounds the search.
    static let largestSlop = 8.0
    /// Points of a strip of the spatial index at least; fewer are looked through as fast as they are searched.
    static let shortestStrip = 16
    /// View units of a seat width at the largest zoom: twice the 44 points that a finger needs, and some.
    static let largestSeat = 96.0
    /// View units of a view's side and of a seat at the largest zoom: from one to beyond any screen, and far from where
    /// numbers lose their fractions.
    static let viewUnits = 1.0...1e9
    /// Coordinates of a hall in seat widths: beyond any 32-bit float, and far below what overflows when it is multiplied.
    static let farthest = 1e60
    /// A second tap on a seat within this time is the other half of a double tap.
    static let doubleTap = TimeSpan.milliseconds(200)
    /// Losses that a selection remembers: more than any policy lets it choose at once, and a page full of them.
    static let lostSeats = 1_000
    /// Pauses before a call without an answer is sent again: the client has repeated it already when the first comes.
    static let firstResolvePause = TimeSpan.seconds(1)
    static let longestResolvePause = TimeSpan.seconds(30)
    /// The gateway remembers request ids for 24 hours; after that a repeat would be another request. A minute less, for
    /// clocks that drift.
    static let requestMemory = TimeSpan.seconds(24 * 3_600 - 60)
    /// Attempts to release the lock of a selection that was closed; after them it ends at its deadline.
    static let closingAttempts = 8
    /// A lock is renewed this long before its deadline: room for some attempts over a bad network.
    static let renewalLead = TimeSpan.seconds(60)
    /// The gateway is asked whether a lock is over at its deadline; if it says that it is not, again after this.
    static let expiryQuestionPause = TimeSpan.milliseconds(500)
    /// The delta that frees the seats of a lock follows within 1 s; twice that for the network.
    static let freedWithin = TimeSpan.seconds(2)
    /// Two clocks drift apart by at most one part in this many (200 ppm): twice what cheap quartz does.
    static let clockDriftDivisor: Int64 = 5_000

    // MARK: Rooms

    /// The contract's spans, and the least that a room may ask for.
    static let defaultAwayAfter = TimeSpan.seconds(50)
    static let defaultLeaveAfter = TimeSpan.minutes(30)
    static let shortestPresence = TimeSpan.seconds(1)
    /// Members of one room: a snapshot of them is some megabytes, and more do not meet in one place.
    static let roomMembers = 10_000
    /// Devices of one member: more than anybody carries. Beyond it the one that is lost for longest makes room.
    static let memberDevices = 32
    /// Characters of a nickname, and bytes of an avatar (an URL at most): both are sent to everybody in the room.
    static let nicknameCharacters = 64
    static let avatarBytes = 256
    /// The last changes of a room that a reader may have missed and still be told one by one: the contract's gap.
    static let historyRoomChanges = 100

    /// A sign of life of a device without a stream, where the gateway has named no span.
    static let usualKeepAlive = TimeSpan.seconds(25)
    /// How long a sign of life waits for its answer: the next must not wait behind it.
    static let signOfLifePatience = TimeSpan.seconds(10)
    /// Between signs of life that fail: often enough to come back well before a member is lost.
    static let signOfLifePause = TimeSpan.seconds(5)
    /// A change reaches its room's streams within milliseconds; this is for the network.
    static let presenceSettleTime = TimeSpan.seconds(2)
    /// Answers that the stream has not told of yet; a person makes one or two before it does.
    static let presenceEchoes = 16
    /// Calls that wait for their turn: the later of two for one thing takes the place of the earlier, so that a few are
    /// many.
    static let presenceLane = 64
    /// How long a client that goes to rest waits until its AWAY is heard: systems give an app some seconds.
    static let restPatience = TimeSpan.seconds(4)
    /// A token that died within this time of the last one is not asked for anew: somebody ends it on purpose.
    static let rejoinMemory = TimeSpan.seconds(60)
    /// Between attempts to return from an AWAY that nobody said.
    static let healPause = TimeSpan.seconds(30)
    /// Attempts to leave; after them the gateway's deadlines end the place.
    static let farewellAttempts = 8

    // MARK: Focus

    /// The contract's bounds of an event's time: a device's clock may be off by some minutes, and a journal may have
    /// waited for long (two years with a leap day in them, and those minutes).
    static let focusAhead = TimeSpan.minutes(5)
    static let focusPast = TimeSpan.seconds(731 * 86_400 + 300)
    /// An open-ended session without an event for so long is abandoned: nobody focuses for half a day.
    static let focusSilence = TimeSpan.hours(12)
    /// Events of one SyncFocus: some months of a device that was never online. More come in parts.
    static let focusEvents = 5_000
    /// Events of one session: a pause each minute for a working day, and every session can be read and written at once.
    static let focusEntries: UInt32 = 1_000

    /// Events that a device keeps for a gateway it does not reach: a year of busy days, in 2 MB.
    static let focusPending = 10_000
    /// Events of one push of a device's: some 100 KB.
    static let focusPushed = 1_000
    /// Sessions that a device keeps for its statistics: some years of them; older ones are the gateway's to count.
    static let focusSessionsKept = 2_000
    /// Pages of sessions that a device reads in one round, of 200 each: as many as it keeps.
    static let focusPages = 10
    /// A gateway's time that is told in whole microseconds, or computed in parts, differs by no more.
    static let focusRounding = TimeSpan.milliseconds(1)
    /// Wall and gateway clock may move against each other by as much before a device writes it down.
    static let focusClockTolerance = TimeSpan.seconds(1)
    /// A device's time that was ahead by less stands still until it is right; one that was further ahead is set back.
    static let focusStandstill = TimeSpan.seconds(5)
    /// A reminder that would come earlier or later by less is not scheduled anew.
    static let focusReminderTolerance = TimeSpan.milliseconds(500)
    /// Pauses of a device that gets no answer, before jitter; UsherClient has repeated the call by then.
    static let firstFocusPause = TimeSpan.seconds(2)
    static let longestFocusPause = TimeSpan.minutes(5)
    /// How often a device looks for what others of its member did, while a session is open and while none is.
    static let focusOpenPull = TimeSpan.minutes(2)
    static let focusIdlePull = TimeSpan.minutes(10)
    /// What was read less than this ago is not read again before events are sent.
    static let focusListAge = TimeSpan.seconds(60)

    // MARK: Time zones

    /// The largest zone file of the tz database has 4 KiB; this bounds what is read of a file that is none.
    static let zoneFileBytes = 65_536
    /// Characters of an IANA name.
    static let zoneNameCharacters = shortTextCharacters
    /// Seconds that a zone may differ from UTC: RFC 9636 asks readers for less than 26 hours at most.
    static let zoneOffset = 26 * 3_600
}
