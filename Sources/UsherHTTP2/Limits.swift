/// Every bound of this module, with its reason.
enum Limits {
    // MARK: Reactor

    /// Events taken from the kernel at once: enough to amortise the call, few enough to keep a tick short.
    static let eventsPerWait = 256
    /// How often a tick drains the mailbox before it writes: a handler that hops to the loop itself still answers in
    /// the same write, and two handlers that keep posting to each other cannot hold the writes back.
    static let mailboxRoundsPerTick = 4
    /// How often a tick writes when writing lets producers go on.
    static let flushRoundsPerTick = 4
    /// A timer that moved away by less wakes its loop once for nothing: timers that move with each message of a busy
    /// stream must not cost a call each.
    static let farLater: Int64 = 1_000_000_000
    /// Loops of one group: more than any machine this is meant for has cores.
    static let maxLoops = 256

    // MARK: HTTP/2 of the server

    /// Streams that a client may have open on a connection (SETTINGS_MAX_CONCURRENT_STREAMS): the contract's 1,000.
    static let maxStreams = 1_000
    /// Handlers that run for one connection at a time. Streams that were reset free their place among the streams at
    /// once, but their handlers may still run.
    static let maxHandlersPerConnection = 1_000
    /// Of these, handlers that work at a time; the others wait their turn. What they ask of the ledger goes on when their
    /// stream is reset, so this is what one connection can put in everybody's way. Handlers that read a stream of
    /// messages live as long as their client likes and do not count.
    static let maxWorkingHandlers = 128
    /// The same for the handlers that begin a feed, which work only until the feed stands.
    static let maxStartingFeeds = 32
    /// Connections of a server: the contract's 10,000 and room for health checks and operators.
    static let maxConnections = 12_000
    /// Descriptors that connections leave for the store and for the loops.
    static let spareDescriptors = 128
    /// Connections of one peer (an IPv4 address, an IPv6 network of 64 bits), this machine aside: a venue whose visitors
    /// share an address, yet three of them do not use up the server. Behind a proxy all clients are one peer; an option
    /// raises it.
    static let maxConnectionsPerPeer = 4_000
    /// Of these, such as have not finished their handshake: all of a venue that come back at once do so within seconds.
    static let maxHandshakesPerPeer = 512
    /// Unfinished handshakes on a loop, this machine's aside. Each costs about 20 KB, 61 KB with TLS.
    static let maxHandshakesPerLoop = 1_024
    /// What a client may send on one stream before it is read (SETTINGS_INITIAL_WINDOW_SIZE). All streams of a connection
    /// may do so at once, and with `maxLargeRequests` must stay below `maxInboundPerConnection`: a polite client is held
    /// back, never refused.
    static let streamWindow = 32 << 10
    /// The window of a stream while it sends a message larger than `streamWindow`: 5 MB/s at 50 ms round trip.
    static let largeWindow = 256 << 10
    /// Bytes of such messages on one connection, whole ones and what is to come of begun ones; further ones wait for their
    /// turn. The largest message of the contract fits.
    static let maxLargeRequests = 32 << 20 + 64 << 10
    /// What a client may send on a connection before it is read.
    static let connectionWindow = 1 << 20
    /// Request bytes of one connection that no handler is done with: the contract's 64 MiB.
    static let maxInboundPerConnection = 64 << 20
    /// The same for the process: the contract's 512 MiB.
    static let maxInboundTotal = 512 << 20
    /// What a connection may hold all the same when others have used up the process's share: ordinary requests go on.
    /// All connections together stay below 200 MB.
    static let inboundAlways = 16 << 10
    /// Answer bytes that wait on one connection: a reply beyond it is sent only if none waits there. Low enough that a
    /// few clients which take nothing do not use up the server's whole share.
    static let maxOutboundPerConnection = 16 << 20
    /// A call of a connection on which more answer bytes wait, or are expected of the calls that run, waits until some
    /// have left: a client that asks for much at once gets it as fast as it takes it, and no refusal. Small and large
    /// answers count apart, and one call of each kind always runs.
    static let outboundBeforeStart = 768 << 10
    /// Larger answers are large: a lock's is a hundred bytes, a hall's a hundred thousand and more.
    static let smallAnswer = 64 << 10
    /// What is expected of a method that was not called before. Most answer little, and the first one tells.
    static let unknownAnswer = 4 << 10
    /// The same of a method that compresses its replies, because they may be large.
    static let unknownLargeAnswer = 256 << 10
    /// Answers up to this, of methods that are known to give such, are not written down.
    static let bytesToNote = 4 << 10
    /// The same once the process has `crowdedOutbound` answer bytes: connections that take their answers go first.
    static let outboundInCrowd = 64 << 10
    static let crowdedOutbound = 32 << 20
    /// The same for the process. A client that takes its answers gets the next one also beyond it.
    static let maxOutboundTotal = 512 << 20
    /// What the process holds at most, whoever waits.
    static let maxOutboundEver = 1 << 30

    /// When a call that found the limits above used up may come back: most calls are over by then.
    static let pushbackMilliseconds: Int32 = 1_000

    /// After so many connections have ended on a loop, their memory is given back to the system: small blocks of what
    /// lives on lie between theirs, and the heap keeps them all otherwise.
    static let endsPerReturn = 1_000
    /// So long after, when those that end together have ended.
    static let returnPause: Int64 = 2_000_000_000

    // MARK: Idle sessions

    /// How often sessions that nothing is asked of are looked for: bringing one back costs three page faults, 2 to 3 µs.
    static let restLook: Int64 = 500_000_000
    /// Looks that must find a session silent before it rests, at most: one that speaks every few seconds stays awake.
    static let mostRestLooks: UInt8 = 6
    /// A rest that was too short to be worth it. After a longer one, as between two PINGs or heartbeats, the first silent
    /// look is enough.
    static let shortRest: Int64 = 3_000_000_000
    /// Words that a resting session keeps at most: an idle one with one stream has about 120, each further stream two.
    /// With more there is little to be won.
    static let restingWords = 320

    // MARK: Reading and writing

    /// One read from a socket.
    static let readBytes = 64 << 10
    /// Reads of one connection in a tick, so that one busy client does not keep the others waiting.
    static let readsPerTick = 4
    /// What is encoded before it is written. Also what a connection holds at most for a full socket, and so what a
    /// client that does not read its socket costs.
    static let writeBytes = 64 << 10
    /// What one flush writes to a connection before the others have their turn.
    static let bytesPerFlush = 1 << 20
    /// What a producer may queue on a stream between two writes.
    static let bytesPerTick = 64 << 10
    /// Connections waiting in the kernel to be accepted; the kernel lowers it to its own bound.
    static let backlog = 4_096
    /// Connections accepted by a loop in one tick.
    static let acceptsPerTick = 64
    /// Pause of a listener when the process is out of descriptors, in nanoseconds.
    static let acceptPause: Int64 = 100_000_000

    // MARK: Feeds

    /// The longest frame that feeds share: what every client takes (SETTINGS_MAX_FRAME_SIZE is never less). Longer
    /// messages go by nghttp2.
    static let maxFeedFrame = 16 << 10
    /// What a feed may send before its windows are brought up to date: one step of nghttp2, which costs about as much as
    /// a delivery, for two hundred deltas.
    static let maxFeedDebt = 16 << 10
    /// The least memory for frames of feeds that wait for a tick's write: some dozen deltas.
    static let feedBlock = 2 << 10
    /// Such memory that a loop keeps for the next tick: a thousand connections with a few watches each.
    static let spareFeedBytes = 4 << 20
    /// Places of streams that a delivery looks at one by one, of which the list is kept: more are rare.
    static let keptLeftovers = 1_024

    // MARK: Compression

    /// Decompressed at once: 0.15 ms (zlib makes 430 to 800 MB/s of a hall's message). Longer messages let others have
    /// their turn.
    static let inflatePiece = 64 << 10
    /// Decompressed on one loop, by all its connections, before the loop goes round: messages of a few bytes may come
    /// out as a thousand times as many, and nobody else shall wait for them.
    static let inflatedPerRound = 2 * inflatePiece
    /// Decompressed bytes of large messages on one connection, those that handlers have included; further ones wait for
    /// their turn. The largest message of the contract fits.
    static let maxInflated = 32 << 20
    /// What a large message counts for at least: eight of a connection are decompressed side by side, so that bombs, of
    /// which nothing is kept, cost less than half a megabyte a connection.
    static let minInflated = 4 << 20
    /// What a message that needs more than one piece has of zlib's memory, beside its bytes: a window of 32 KiB and
    /// tables.
    static let inflaterBytes = 48 << 10
    /// zlib's level for replies: a hall of 100,000 seats, 2.6 MB, becomes 0.51 MB in 10 ms; level 6 takes 44 ms and makes
    /// it no smaller.
    static let deflateLevel = 1
    /// Larger replies are compressed off the loop: this one takes 0.06 ms, and the way to another thread and back 0.02.
    static let maxDeflatedOnLoop = 16 << 10

    // MARK: Abuse

    /// Streams reset by the client, or opened before it could know how many it may have: 10,000 calls that are cancelled
    /// one by one in a few seconds are a polite client; a flood has far more. What the reset call had got to makes no
    /// difference: on a busy server an honest request and its cancellation arrive in the same read.
    static let resets = RateLimiter.Limit(burst: 12_000, perSecond: 500)
    /// Streams reset by us for the client's faults (a window that overflows, a wrong content-length, a malformed
    /// header): a client with a bug has a fault in each of its calls, a few a second.
    static let provokedResets = RateLimiter.Limit(burst: 100, perSecond: 10)
    /// Messages over their method's limit that came as less than a hundredth of it: a client with a bug repeats itself.
    static let gzipBombs = RateLimiter.Limit(burst: 100, perSecond: 1)
    static let gzipBombFactor = 100
    /// Header blocks of more than four times what was advertised as the limit.
    static let headerBombs = RateLimiter.Limit(burst: 3, interval: 60_000_000_000)
    /// PINGs that a connection may save up by what was sent to it.
    static let savedProbes = 1_000
    /// gRPC's patience with PINGs that come too soon (A8).
    static let maxPingStrikes = 2
    /// gRPC's least time between PINGs while streams are open and nothing is sent (A8).
    static let minPingInterval: Int64 = 300_000_000_000
    /// The same without streams.
    static let streamlessPingInterval: Int64 = 7_200_000_000_000
    /// SETTINGS: a client that follows its bandwidth sends a few a second.
    static let settings = RateLimiter.Limit(burst: 200, perSecond: 10)
    /// Frames that do nothing: PRIORITY, empty or tiny DATA, unknown types.
    static let idleFrames = RateLimiter.Limit(burst: 5_000, perSecond: 500)
    /// DATA shorter than this is tiny unless it ends the request: not even a message's prefix.
    static let tinyData = 5
    /// WINDOW_UPDATEs beyond those that answer what was sent. A client may open each new stream's window.
    static let windowUpdates = RateLimiter.Limit(burst: 10_000, perSecond: 1_000)
    /// WINDOW_UPDATEs for each HEADERS or DATA of ours: most clients send one for the stream and one for the
    /// connection.
    static let windowUpdatesPerFrame = 4

    /// Calls whose request does not go on, or whose answer is not taken: a client that stood still has a few of them.
    static let stalls = RateLimiter.Limit(burst: 16, interval: 15_000_000_000)

    // MARK: Times, in nanoseconds

    /// How long answers may wait when all that was sent has arrived and the client opens no window.
    static let drainPatience: Int64 = 5_000_000_000
    /// How long they may wait for the network, or for a client that does not read its socket.
    static let slowDrainPatience: Int64 = 20_000_000_000
    /// How long one answer may take while others of its connection are taken.
    static let answerPatience: Int64 = 1_200_000_000_000
    /// How often a connection with waiting answers is looked at.
    static let drainLook: Int64 = 1_000_000_000
    /// What must be taken in that patience: 800 B/s, less than any network on which a seat map is of use. Also, what may
    /// be under way while the client, not the network, counts as the reason.
    static let drainBytes = 4 << 10
    /// Or so much of what waits, if it is more: all of it in about ten minutes.
    static let drainShare = 128
    /// How long the rest of a request may take, whatever its size.
    static let requestPatience: Int64 = 30_000_000_000
    /// Bytes of a request for which it gets a second more.
    static let requestRate: Int64 = 500

    /// How often a connection is looked after at least: slow requests, and what changes with its streams.
    static let housekeeping: Int64 = 20_000_000_000
    /// A new connection must have sent its preface and SETTINGS by then, a header block must be complete.
    static let handshake: Int64 = 10_000_000_000
    /// No connection looks after itself more often than this.
    static let soonestLook: Int64 = 1_000_000
    /// Looks at least this far off are moved to the end of their 134 ms (2^27 ns): a PING that is due in seconds may be
    /// late by that.
    static let sharedLookSpan: Int64 = 2_000_000_000
    static let lookGridMask: Int64 = 1 << 27 - 1
    /// How often it looks whether a handshake is over if something else is due already.
    static let handshakeLook: Int64 = 1_000_000_000
    /// Silence of a peer with open streams after which it is pinged: the contract's sign of life.
    static let keepaliveTime: Int64 = 20_000_000_000
    /// Silence after the PING: with `keepaliveTime` well over the minute that a reader who stalls is promised.
    static let keepalivePatience: Int64 = 80_000_000_000
    /// The shortest silence after which a stream may have its peer pinged: a third of the shortest that a room may stand
    /// for, and some.
    static let shortestListening: Int64 = 250_000_000
    /// gRPC's default for the silence of a peer (A8); here of one without open streams.
    static let idleKeepaliveTime: Int64 = 7_200_000_000_000
    /// From the end of a connection's age to the cut: time for calls to finish and for watchers to move.
    static let ageGrace: Int64 = 300_000_000_000
    /// A connection without streams is closed.
    static let idleConnection: Int64 = 1_800_000_000_000
    /// The time for the peer to read our last words before the socket is closed.
    static let linger: Int64 = 1_000_000_000
    /// The time between the two GOAWAYs of a drain, if the peer's PING answer does not come before.
    static let drainNotice: Int64 = 1_000_000_000
    /// After the cut, handlers that do not mind being cancelled are waited for no longer.
    static let stopPatience: Int64 = 3_000_000_000
    /// What a lingering connection reads and drops.
    static let lingerBytes = 4 << 20

    // MARK: Client

    /// gRPC's minimum for one attempt to connect.
    static let connectTimeout: Int64 = 20_000_000_000
    /// Addresses of one channel: more gateways than one client needs to know.
    static let maxEndpoints = 16
    /// How long one of them is tried alone before the next one is tried beside it: twice the handshakes of a slow mobile
    /// network, so that load stays where it belongs.
    static let endpointDelay: Int64 = 2_000_000_000
    /// Once all the others have failed, so long for those still under way: then the round is over and the next one can find
    /// the others back. A first packet that is lost is sent again after 1 s and after 3 s.
    static let lastEndpointsPatience: Int64 = 5_000_000_000
    /// The same as `endpointDelay` for what one name stands for, which is one server: RFC 8305's recommendation.
    static let addressDelay: Int64 = 250_000_000
    /// Once a socket stands, so long for TLS and the first words before another one is opened.
    static let handshakeHeadStart: Int64 = 2_000_000_000
    /// Threads that wait for the system's resolver on behalf of one address: it hangs for tens of seconds where the
    /// network is away, and each change of the network asks again.
    static let maxLookups = 3
    /// Connections of one channel: 16,000 watched maps. Servers bound what one peer may have; ours at 4,000.
    static let maxClientConnections = 16
    /// Calls on one connection, also where its server allows more: the contract's streams a connection. Beyond it one
    /// lost packet would hold too many up.
    static let maxCallsPerConnection = 1_000
    /// A connection beside others that no call needs is kept so long, for the next rush.
    static let surplusIdle: Int64 = 30_000_000_000
    /// How often such connections, or a better address, are looked for at most.
    static let surplusLook: Int64 = 5_000_000_000
    /// Patience with a connection after the network changed: ten round trips of a slow one, and within what a person
    /// waits.
    static let doubtPatience: Int64 = 3_000_000_000
    /// HEADERS, RST_STREAM, SETTINGS, PING and GOAWAY of a server beyond those that answer what was sent.
    static let serverControl = RateLimiter.Limit(burst: 5_000, perSecond: 500)
    /// Those for each HEADERS or DATA of ours: headers, trailers, a reset and a PING that measures.
    static let serverControlPerFrame = 4
    /// A server that sends so much may send a tiny DATA frame more: what is left of messages, and proxies cut as they
    /// like.
    static let bytesPerIdleFrame = 4 << 10
    /// The pause between attempts to connect for callers who pace themselves.
    static let hurriedPause: Int64 = 1_000_000_000
    /// gRPC's default patience with an unanswered ping.
    static let keepaliveTimeout: Int64 = 20_000_000_000
    /// gRPC's default patience with a connection that no call uses.
    static let clientIdle: Int64 = 1_800_000_000_000
    /// Pings more often than this are an attack to most servers.
    static let minKeepalive: Int64 = 10_000_000_000
    /// What a server may send of one call's messages before its reader takes them: 5 MB/s at 50 ms round trip, and
    /// little enough that a reader who stops does not fall far behind what the server knows.
    static let clientStreamWindow: Int32 = 256 << 10
    /// For all calls of a connection; given back on arrival, so that a call that stalls holds no other.
    static let clientConnectionWindow: Int32 = 4 << 20
    /// What waits on one of a client's streams for the server's window before its sender does: enough to keep a fast
    /// connection busy between two turns of the sender. One message more, however large, may wait with it.
    static let clientQueuedBytes = 64 << 10
    /// Fields of one block of response headers or trailers: what is taken from a server that the client did not choose.
    static let maxReplyFields = 128
    /// Their bytes, each field's name + value + 32: status details of a hall with many faults are large.
    static let maxReplyFieldBytes = 64 << 10
    /// Larger messages are compressed and decompressed on a thread of the pool, not on the caller's.
    static let maxCodedByCaller = 64 << 10
    /// Calls that wait for a connection or run on one; more are RESOURCE_EXHAUSTED. Each costs about 2 KB, so a program
    /// that calls faster than its server answers notices before the machine's memory does.
    static let maxCallsPerChannel = 100_000
    /// Addresses of one name that are tried.
    static let maxAddresses = 8
    /// Read from the socket at once.
    static let clientReadBytes = 64 << 10
    /// Reads of one connection in a tick, so that others get their turn.
    static let clientReadsPerTick = 8
    /// Serialized frames held for the socket; more stay in the session, where their size is bounded by windows.
    static let clientWriteBytes = 64 << 10
    /// How often a call is sent that no server looked at, while servers go away one after another.
    static let transparentAttempts = 5
    /// What a failed call repeats of a server's GOAWAY: a sentence.
    static let farewellCharacters = 200
    /// What is looked at of an answer in HTTP/1.
    static let http1AnswerBytes = 2_000
    /// What `user-agent` says.
    static let version = "0.1"

    // MARK: TLS

    /// Certificates of a server, each tried against the host that a client asks for.
    static let tlsIdentities = 64
    /// A PEM file: a whole system's authorities are a quarter of it.
    static let tlsFileBytes = 1 << 20
    /// Certificates that the other side may send, and how far they may lead: ten ordinary ones.
    static let peerCertificateBytes = 32 << 10
    static let certificateDepth: Int32 = 8
    /// Alternative names of a client that services see.
    static let alternativeNames: Int32 = 100
    /// How long a session may be resumed after its full handshake.
    static let tlsSessionSeconds = 3_600
    /// Keys of tickets live for a day.
    static let ticketKeyLife: Int64 = 86_400_000_000_000
    /// Steps of handshakes after the first one, such as new keys: some a message. A peer asks for new keys about once
    /// in 20 million records.
    static let lateHandshakeSteps = 1_000
    /// Decrypted at once: one record's worth is the least that is sensible.
    static let openedBytes = 64 << 10
    /// Records of handshakes and alerts that wait for a full socket.
    static let waitingRecords = 64 << 10
}
