import CNghttp2
import UsherRPC

/// One nghttp2 session in the server's role. Callbacks append events; whoever calls `receive` or `produce` handles
/// them afterwards, so that nobody re-enters nghttp2.
final class ServerSession {
    enum Event {
        /// A request's head is complete and judged.
        case head(ServerStream)
        /// A request of one message is whole: it is the stream's `request`.
        case start(ServerStream)
        /// A message, or the end, is there for whoever waits for it.
        case wake(ServerStream)
        /// The request cannot go on: the stream's `failure` says why.
        case fail(ServerStream)
        /// A request that is not gRPC may be answered.
        case plainRequestRead(ServerStream)
        /// Our last frame of a stream left.
        case answered(ServerStream)
        /// A header block of ours could not be sent.
        case notSent(ServerStream)
        /// The stream is gone.
        case closed(ServerStream)
        /// A GOAWAY of ours left.
        case goawaySent
        /// The peer has read all that was sent up to the drain's PING.
        case drainHeard
    }

    let loop: ServerLoop
    private let session: OpaquePointer
    private let memory: SessionMemory
    var rest = SessionRest()
    /// The nghttp2 session. Whoever asks for it means to use it: it is awake from then on, at least until the loop goes
    /// round.
    var handle: OpaquePointer {
        if memory.isAsleep { wake() }
        rest.use()
        return session
    }
    var streams: [Int32: ServerStream] = [:]
    /// The one that was asked for last: a request's fields and frames come one after the other.
    private var recent: ServerStream?
    var events: [Event] = []
    var counts = FrameCounts()
    private var meter = FrameMeter()
    var pingStrikes = PingStrikes()
    /// True once the peer has pinged more than it may.
    var isOverPinged = false
    /// Body bytes received that no window was given back for yet.
    var unconsumed = 0
    /// Streams with such bytes.
    var toConsume: [ServerStream] = []
    /// Large requests, which are not all received at once.
    var turns = UploadTurns(limit: Limits.maxLargeRequests)
    /// Large requests that are decompressed or are with their handlers.
    var inflations = UploadTurns(limit: Limits.maxInflated)
    /// Streams whose queue ran empty in `produce`.
    var emptied: [ServerStream] = []
    /// The header block that is being received began then; nil between blocks.
    var headersBegan: Int64?
    /// What it said so far, if it begins a request: nothing comes between the parts of a block.
    var head = RequestHead()
    /// Of the trailers that are being received.
    var trailerFields = 0
    var trailerBytes = 0
    /// True once the peer's first SETTINGS came.
    var isEstablished = false
    /// Requests that are answered only once they are whole, and are not.
    var unfinishedRequests = 0
    /// Answer bytes of calls that have ended, as they left.
    var takenBytes = 0
    /// Request bytes that no handler is done with.
    var inboundBytes = 0
    /// What of them is in the process's books.
    private var bookedBytes = 0

    // Feeds
    /// Streams in bundles.
    var feeds: [ServerStream] = []
    /// Bytes of the windows that are set aside for them, those that left included.
    var feedGranted = 0
    /// Made when a frame first waits for the connection's write; lanes point to it.
    var madeOutlet: UnsafeMutablePointer<FeedOutlet>?
    /// Bytes that left without the connection's having written them, less those that it is still to write.
    var directBytes = 0
    /// True while bytes that left are entered in the windows, and nothing else is sent.
    var isSettling = false
    /// Streams that had something to send meanwhile.
    var putOff: [ServerStream] = []
    /// True if nghttp2 spoke meanwhile.
    var hasSpoken = false
    /// nghttp2 failed meanwhile.
    var isBroken = false

    init(loop: ServerLoop) {
        self.loop = loop
        var option: OpaquePointer?
        var made: OpaquePointer?
        // Both fail only when memory is out, where Swift itself ends the process.
        precondition(nghttp2_option_new(&option) == 0, "no memory for a session")
        defer { nghttp2_option_del(option) }
        // Windows follow what handlers take.
        nghttp2_option_set_no_auto_window_update(option, 1)
        nghttp2_option_set_no_closed_streams(option, 1)
        // Ours tells why (ENHANCE_YOUR_CALM), counts our own resets too, and lets polite clients cancel.
        nghttp2_option_set_stream_reset_rate_limit(option, 1 << 40, 1 << 40)
        let callbacks = Self.makeCallbacks()
        defer { nghttp2_session_callbacks_del(callbacks) }
        let owner = Unmanaged.passUnretained(loop).toOpaque()
        memory = SessionMemory(loop.pages, scratch: loop.frameScratch)
        let code = memory.make { nghttp2_session_server_new3(&made, callbacks, owner, option, $0) }
        precondition(code == 0, "no memory for a session")
        session = made!
        // The real owner is known only now.
        nghttp2_session_set_user_data(session, Unmanaged.passUnretained(self).toOpaque())
        submitSettings()
        loop.awake.add(self)
    }

    deinit {
        // On whatever thread: the loop's pool is out of reach here.
        if let madeOutlet {
            madeOutlet.pointee.bytes.deallocate()
            madeOutlet.deallocate()
        }
        memory.delete(session)
    }

    private func wake() {
        memory.wake()
        rest.wake(at: loop.reactor.turnTime)
        loop.awake.add(self)
    }

    /// A look at a session that is awake: true if it was silent for long enough and rests now.
    func goesToRest() -> Bool {
        guard rest.isDue() else { return false }
        guard memory.sleep() else {
            rest.putOff()
            return false
        }
        rest.begin(at: loop.reactor.turnTime)
        return true
    }

    private func submitSettings() {
        let settings = [
            (NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, Limits.maxStreams),
            (NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, Limits.streamWindow),
            (NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE, UsherRPC.Limits.maxHeaderBytes),
            // Without the priority tree there is nothing to flood.
            (NGHTTP2_SETTINGS_NO_RFC7540_PRIORITIES, 1),
        ].map { nghttp2_settings_entry(settings_id: Int32($0.0.rawValue), value: UInt32($0.1)) }
        nghttp2_submit_settings(handle, UInt8(NGHTTP2_FLAG_NONE.rawValue), settings, settings.count)
        nghttp2_session_set_local_window_size(
            handle, UInt8(NGHTTP2_FLAG_NONE.rawValue), 0, Int32(Limits.connectionWindow))
    }

    // MARK: Streams

    func stream(_ id: Int32) -> ServerStream? {
        if let recent, recent.id == id { return recent }
        let found = streams[id]
        if let found { recent = found }
        return found
    }

    func open(_ stream: ServerStream) {
        streams[stream.id] = stream
        recent = stream
    }

    func forget(_ id: Int32) -> ServerStream? {
        // An idle connection holds no stream that has ended.
        if recent?.id == id { recent = nil }
        return streams.removeValue(forKey: id)
    }

    /// Enters in the process's books what changed, at the end of each step: most calls come and go within one.
    /// False if the process holds more than it may.
    @discardableResult
    func bookInbound() -> Bool {
        let change = inboundBytes - bookedBytes
        bookedBytes = inboundBytes
        if change > 0 { return loop.inbound.add(change) }
        if change < 0 { loop.inbound.subtract(-change) }
        return true
    }

    // MARK: Bytes

    /// Takes bytes from the peer; a negative nghttp2 error is fatal for the connection.
    func receive(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        meter.count(bytes, into: &counts)
        return nghttp2_session_mem_recv(handle, bytes.baseAddress, bytes.count)
    }

    /// Appends what is to be sent to `out`, up to about `limit` bytes. False on a fatal error.
    func produce(into out: inout [UInt8], limit: Int) -> Bool {
        while out.count < limit {
            var data: UnsafePointer<UInt8>?
            let count = nghttp2_session_mem_send(handle, &data)
            guard count > 0 else { return count == 0 }
            out.append(contentsOf: UnsafeBufferPointer(start: data, count: count))
        }
        return true
    }

    var wantsWrite: Bool { nghttp2_session_want_write(handle) != 0 }
    /// False once both sides are done with the connection.
    var isAlive: Bool { nghttp2_session_want_read(handle) != 0 || nghttp2_session_want_write(handle) != 0 }

    // MARK: Answers

    /// Starts an answer whose body comes from the stream's queue.
    func submitResponse(_ stream: ServerStream, _ fields: [Metadata.Entry]) {
        var provider = nghttp2_data_provider()
        provider.source.ptr = Unmanaged.passUnretained(stream).toOpaque()
        provider.read_callback = Self.readBody
        let code = HeaderBlock.with(fields) { nghttp2_submit_response(handle, stream.id, $0, $1, &provider) }
        if code != 0 { reset(stream, NGHTTP2_INTERNAL_ERROR) }
    }

    /// The same with fields that are never copied.
    func submitResponse(_ stream: ServerStream, _ fields: FixedFields) {
        var provider = nghttp2_data_provider()
        provider.source.ptr = Unmanaged.passUnretained(stream).toOpaque()
        provider.read_callback = Self.readBody
        let code = nghttp2_submit_response(handle, stream.id, fields.list, fields.count, &provider)
        if code != 0 { reset(stream, NGHTTP2_INTERNAL_ERROR) }
    }

    /// An answer that is one header block.
    func submitHeadersOnly(_ stream: ServerStream, _ fields: [Metadata.Entry]) {
        let code = HeaderBlock.with(fields) { nghttp2_submit_response(handle, stream.id, $0, $1, nil) }
        if code != 0 { reset(stream, NGHTTP2_INTERNAL_ERROR) }
    }

    /// The stream's queue, or its ending, has something after `readBody` had nothing.
    func resume(_ stream: ServerStream) {
        guard stream.isDeferred else { return }
        stream.isDeferred = false
        nghttp2_session_resume_data(handle, stream.id)
    }

    func reset(_ stream: ServerStream, _ code: nghttp2_error_code) {
        // What the stream owes would be forgotten with it.
        settleFeeds()
        nghttp2_submit_rst_stream(handle, UInt8(NGHTTP2_FLAG_NONE.rawValue), stream.id, code.rawValue)
    }

    /// Our answer is complete: a client that still sends is told to stop (RFC 9113 §8.1).
    func closeIfHalfOpen(_ stream: ServerStream) {
        guard !stream.isGone, nghttp2_session_get_stream_remote_close(handle, stream.id) == 0 else { return }
        reset(stream, NGHTTP2_NO_ERROR)
    }

    // MARK: Connection

    /// What a client is told that gets no session: SETTINGS, which must come first, and GOAWAY ENHANCE_YOUR_CALM.
    static func lastWords(_ reason: String) -> [UInt8] {
        let text = Array(reason.utf8)
        let settings: [UInt8] = [0, 0, 0, UInt8(NGHTTP2_SETTINGS.rawValue), 0, 0, 0, 0, 0]
        let goaway: [UInt8] = [0, 0, UInt8(8 + text.count), UInt8(NGHTTP2_GOAWAY.rawValue), 0, 0, 0, 0, 0]
        let none: [UInt8] = [0, 0, 0, 0, 0, 0, 0, UInt8(NGHTTP2_ENHANCE_YOUR_CALM.rawValue)]
        return settings + goaway + none + text
    }

    func submitPing() {
        nghttp2_submit_ping(handle, UInt8(NGHTTP2_FLAG_NONE.rawValue), nil)
    }

    /// The payload of the PING behind a drain's first GOAWAY, by which its answer is known.
    static let drainPing = Array("draining".utf8)

    func submitDrainPing() {
        nghttp2_submit_ping(handle, UInt8(NGHTTP2_FLAG_NONE.rawValue), Self.drainPing)
    }

    /// GOAWAY for all streams: more may come until the final one.
    func submitShutdownNotice() {
        nghttp2_submit_shutdown_notice(handle)
    }

    /// GOAWAY: streams above the last one we saw were not touched.
    func submitGoaway(_ code: nghttp2_error_code, _ text: String) {
        let bytes = Array(text.utf8)
        nghttp2_submit_goaway(
            handle, UInt8(NGHTTP2_FLAG_NONE.rawValue), nghttp2_session_get_last_proc_stream_id(handle), code.rawValue,
            bytes, bytes.count)
    }
}
