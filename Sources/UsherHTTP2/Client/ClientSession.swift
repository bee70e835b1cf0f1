import CNghttp2
import UsherRPC

/// An nghttp2 client session: bytes in, events out; calls in, bytes out. Belongs to one loop.
///
/// Callbacks only append to `events`; whoever fed the session takes them afterwards.
final class ClientSession {
    private var session: OpaquePointer?
    var events: [ClientEvent] = []
    /// Requests that are still being sent, by stream; gone once all of it was sent or the stream is closed.
    var bodies: [Int32: RequestBody] = [:]
    /// The block of header fields that is being read: HTTP/2 never interleaves them.
    var block = Metadata()
    var blockBytes = 0
    var sentFrames = 0

    /// Throws INTERNAL if the library has no memory.
    init() throws(RPCError) {
        var callbacks: OpaquePointer?
        guard nghttp2_session_callbacks_new(&callbacks) == 0 else { throw Self.outOfMemory }
        defer { nghttp2_session_callbacks_del(callbacks) }
        Self.install(callbacks)
        var option: OpaquePointer?
        guard nghttp2_option_new(&option) == 0 else { throw Self.outOfMemory }
        defer { nghttp2_option_del(option) }
        nghttp2_option_set_no_auto_window_update(option, 1)
        nghttp2_option_set_no_closed_streams(option, 1)
        let code = nghttp2_session_client_new2(
            &session, callbacks, Unmanaged.passUnretained(self).toOpaque(), option)
        guard code == 0 else { throw Self.outOfMemory }
        start()
    }

    deinit {
        nghttp2_session_del(session)
    }

    private static let outOfMemory = RPCError(.internal, "no memory for an HTTP/2 session")

    private func start() {
        let settings = [
            nghttp2_settings_entry(
                settings_id: Int32(NGHTTP2_SETTINGS_ENABLE_PUSH.rawValue), value: 0),
            nghttp2_settings_entry(
                settings_id: Int32(NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE.rawValue),
                value: UInt32(Limits.clientStreamWindow)),
            nghttp2_settings_entry(
                settings_id: Int32(NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE.rawValue),
                value: UInt32(Limits.maxReplyFieldBytes)),
        ]
        nghttp2_submit_settings(session, UInt8(NGHTTP2_FLAG_NONE.rawValue), settings, settings.count)
        nghttp2_session_set_local_window_size(
            session, UInt8(NGHTTP2_FLAG_NONE.rawValue), 0, Limits.clientConnectionWindow)
    }

    // MARK: Bytes

    /// Takes bytes from the peer; nil, or why the session is beyond repair.
    func receive(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        let taken = nghttp2_session_mem_recv(session, bytes.baseAddress, bytes.count)
        return taken < 0 ? String(cString: nghttp2_strerror(Int32(taken))) : nil
    }

    /// The next bytes for the peer, valid until the next call; empty when there are none, nil when the session failed.
    func nextOutput() -> UnsafeBufferPointer<UInt8>? {
        var bytes: UnsafePointer<UInt8>?
        let count = nghttp2_session_mem_send(session, &bytes)
        return count < 0 ? nil : UnsafeBufferPointer(start: bytes, count: count)
    }

    func takeEvents() -> [ClientEvent] {
        defer { events = [] }
        return events
    }

    // MARK: Streams

    /// Queues a request; nil when the connection has no stream ids left.
    func submit(_ fields: Metadata, body: RequestBody) -> Int32? {
        var provider = nghttp2_data_provider(source: nghttp2_data_source(), read_callback: Self.readBody)
        let stream = HeaderBlock.with(fields.entries) {
            nghttp2_submit_request(session, nil, $0, $1, &provider, nil)
        }
        guard stream > 0 else { return nil }
        bodies[stream] = body
        return stream
    }

    /// A request's body, or its end, has something after `readBody` had nothing. False if nobody waited for it.
    func resume(_ stream: Int32) -> Bool {
        guard let body = bodies[stream], body.isDeferred else { return false }
        body.isDeferred = false
        return nghttp2_session_resume_data(session, stream) == 0
    }

    func reset(_ stream: Int32, code: UInt32) {
        nghttp2_submit_rst_stream(session, UInt8(NGHTTP2_FLAG_NONE.rawValue), stream, code)
    }

    /// The reader took `count` bytes: the server may send as many again.
    func giveBack(_ count: Int, to stream: Int32) {
        nghttp2_session_consume_stream(session, stream, count)
    }

    func giveBackToConnection(_ count: Int) {
        nghttp2_session_consume_connection(session, count)
    }

    /// `number` comes back with the answer.
    func ping(_ number: UInt64) {
        withUnsafeBytes(of: number.bigEndian) {
            _ = nghttp2_submit_ping(session, UInt8(NGHTTP2_FLAG_NONE.rawValue), $0.baseAddress)
        }
    }

    /// Streams that the peer allows at once.
    var allowedStreams: Int {
        Int(nghttp2_session_get_remote_settings(session, NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS))
    }

    /// HEADERS and DATA that left since this was asked last.
    func takeSentFrames() -> Int {
        defer { sentFrames = 0 }
        return sentFrames
    }

    /// Says goodbye; streams that run may end.
    func goAway() {
        nghttp2_session_terminate_session(session, UInt32(NGHTTP2_NO_ERROR.rawValue))
    }
}
