import CNghttp2

@testable import UsherHTTP2

/// An nghttp2 session without any code of ours: bytes go in, what its callbacks hear and what it sends come out. Options
/// are those that our own sessions use, where a test does not choose others.
final class BareSession {
    enum Note: Equatable {
        case begin(Int32)
        case header(Int32, String)
        case frame(TestPeer.Kind, Int32)
        case invalidFrame(TestPeer.Kind, Int32)
        case data(Int32, Int)
        case closed(Int32, UInt32)
        case sent(TestPeer.Kind, Int32)
        case notSent(TestPeer.Kind, Int32, Int32)
    }

    /// What a body's read callback does next.
    enum Read {
        case bytes(Int)
        case last(Int)
        case lastBeforeTrailers(Int)
        /// `NO_COPY`, and nobody writes the bytes.
        case unwritten(Int)
        case deferred
        case fail
    }

    private(set) var handle: OpaquePointer?
    var notes: [Note] = []
    /// What the header callback answers for a name.
    var onHeader: (String) -> Int32 = { _ in 0 }
    var reads: [Read] = []
    /// The room that each read was offered.
    var rooms: [Int] = []

    private let memory: SessionMemory?
    /// Called in front of each call into the library.
    var onCall: () -> Void = {}
    /// Called behind each call, once the bytes that it gave are copied.
    var onReturn: () -> Void = {}

    /// With `memory` a server's session has its memory from there.
    init(
        server: Bool = true, settings: [(UInt32, UInt32)] = [], memory: SessionMemory? = nil,
        _ configure: (OpaquePointer?) -> Void = BareSession.ours
    ) {
        self.memory = memory
        var callbacks: OpaquePointer?
        nghttp2_session_callbacks_new(&callbacks)
        defer { nghttp2_session_callbacks_del(callbacks) }
        Self.install(callbacks)
        var option: OpaquePointer?
        nghttp2_option_new(&option)
        defer { nghttp2_option_del(option) }
        configure(option)
        let owner = Unmanaged.passUnretained(self).toOpaque()
        if let memory {
            _ = memory.make { nghttp2_session_server_new3(&handle, callbacks, owner, option, $0) }
        } else if server {
            nghttp2_session_server_new2(&handle, callbacks, owner, option)
        } else {
            nghttp2_session_client_new2(&handle, callbacks, owner, option)
        }
        let entries = settings.map { nghttp2_settings_entry(settings_id: Int32($0.0), value: $0.1) }
        nghttp2_submit_settings(handle, 0, entries, entries.count)
        if server { receive(Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)) }
        receive(TestPeer.frame(.settings, 0, 0))
        receive(TestPeer.frame(.settings, 1, 0))
        output()
        notes = []
    }

    deinit {
        if let memory, let handle { memory.delete(handle) } else { nghttp2_session_del(handle) }
    }

    /// Our server's and client's options.
    static func ours(_ option: OpaquePointer?) {
        nghttp2_option_set_no_auto_window_update(option, 1)
        nghttp2_option_set_no_closed_streams(option, 1)
        nghttp2_option_set_stream_reset_rate_limit(option, 1 << 40, 1 << 40)
    }

    static func defaults(_ option: OpaquePointer?) {}

    // MARK: Bytes

    @discardableResult
    func receive(_ bytes: [UInt8]) -> Int {
        onCall()
        defer { onReturn() }
        return nghttp2_session_mem_recv(handle, bytes, bytes.count)
    }

    /// All that the session has to say, as frames.
    @discardableResult
    func output() -> [TestPeer.Frame] {
        var bytes: [UInt8] = []
        while true {
            var piece: UnsafePointer<UInt8>?
            onCall()
            let count = nghttp2_session_mem_send(handle, &piece)
            if count > 0 { bytes += UnsafeBufferPointer(start: piece, count: count) }
            onReturn()
            guard count > 0 else { break }
        }
        if bytes.starts(with: "PRI".utf8) { bytes.removeFirst(24) }
        var frames: [TestPeer.Frame] = []
        var rest = bytes[...]
        while rest.count >= 9 {
            let head = Array(rest.prefix(9))
            let count = Int(head[0]) << 16 | Int(head[1]) << 8 | Int(head[2])
            let stream = head[5...].reduce(0) { $0 << 8 | UInt32($1) }
            frames.append(
                TestPeer.Frame(
                    kind: TestPeer.Kind(rawValue: head[3])!, flags: head[4], stream: Int32(bitPattern: stream),
                    payload: Array(rest.dropFirst(9).prefix(count))))
            rest = rest.dropFirst(9 + count)
        }
        return frames
    }

    var isAlive: Bool { nghttp2_session_want_read(handle) != 0 || nghttp2_session_want_write(handle) != 0 }

    /// A request from the peer.
    @discardableResult
    func open(_ stream: Int32, _ extra: [(String, String)] = [], ends: Bool = false) -> Int {
        receive(TestPeer.frame(.headers, ends ? 5 : 4, stream, TestPeer.block(TestPeer.request("/a/B", extra))))
    }

    /// Answers with a body that `reads` describe.
    func respond(_ stream: Int32, _ extra: [(String, String)] = []) {
        onCall()
        defer { onReturn() }
        Self.with([(":status", "200")] + extra) { fields, count in
            var provider = nghttp2_data_provider(source: nghttp2_data_source(), read_callback: Self.readBody)
            nghttp2_submit_response(handle, stream, fields, count, &provider)
        }
    }

    /// A request of ours: its stream, or an error.
    func request() -> Int32 {
        Self.with(TestPeer.request("/a/B")) { nghttp2_submit_request(handle, nil, $0, $1, nil, nil) }
    }

    @discardableResult
    static func with<R>(
        _ fields: [(String, String)], _ body: (UnsafePointer<nghttp2_nv>, Int) -> R
    ) -> R {
        var bytes = fields.flatMap { Array($0.0.utf8) + Array($0.1.utf8) }
        return bytes.withUnsafeMutableBufferPointer { buffer in
            var at = buffer.baseAddress!
            let list = fields.map { name, value in
                defer { at += name.utf8.count + value.utf8.count }
                return nghttp2_nv(
                    name: at, value: at + name.utf8.count, namelen: name.utf8.count, valuelen: value.utf8.count,
                    flags: 0)
            }
            return list.withUnsafeBufferPointer { body($0.baseAddress!, $0.count) }
        }
    }

    // MARK: Callbacks

    private static func of(_ owner: UnsafeMutableRawPointer?) -> BareSession {
        Unmanaged<BareSession>.fromOpaque(owner!).takeUnretainedValue()
    }

    private static func kind(_ frame: UnsafePointer<nghttp2_frame>?) -> (TestPeer.Kind, Int32) {
        (TestPeer.Kind(rawValue: frame!.pointee.hd.type)!, frame!.pointee.hd.stream_id)
    }

    private static func install(_ callbacks: OpaquePointer?) {
        nghttp2_session_callbacks_set_on_begin_headers_callback(callbacks) { _, frame, owner in
            BareSession.of(owner).notes.append(.begin(frame!.pointee.hd.stream_id))
            return 0
        }
        nghttp2_session_callbacks_set_on_header_callback(callbacks) { _, frame, name, count, _, _, _, owner in
            let text = String(decoding: UnsafeBufferPointer(start: name, count: count), as: UTF8.self)
            BareSession.of(owner).notes.append(.header(frame!.pointee.hd.stream_id, text))
            return BareSession.of(owner).onHeader(text)
        }
        nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks) { _, frame, owner in
            BareSession.of(owner).notes.append(.frame(BareSession.kind(frame).0, BareSession.kind(frame).1))
            return 0
        }
        nghttp2_session_callbacks_set_on_invalid_frame_recv_callback(callbacks) { _, frame, _, owner in
            BareSession.of(owner).notes.append(.invalidFrame(BareSession.kind(frame).0, BareSession.kind(frame).1))
            return 0
        }
        nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks) { _, _, stream, _, count, owner in
            BareSession.of(owner).notes.append(.data(stream, count))
            return 0
        }
        nghttp2_session_callbacks_set_on_stream_close_callback(callbacks) { _, stream, code, owner in
            BareSession.of(owner).notes.append(.closed(stream, code))
            return 0
        }
        nghttp2_session_callbacks_set_on_frame_send_callback(callbacks) { _, frame, owner in
            BareSession.of(owner).notes.append(.sent(BareSession.kind(frame).0, BareSession.kind(frame).1))
            return 0
        }
        nghttp2_session_callbacks_set_send_data_callback(callbacks) { _, _, _, _, _, _ in 0 }
        nghttp2_session_callbacks_set_on_frame_not_send_callback(callbacks) { _, frame, code, owner in
            BareSession.of(owner).notes.append(.notSent(BareSession.kind(frame).0, BareSession.kind(frame).1, code))
            return 0
        }
    }

    private static let readBody: nghttp2_data_source_read_callback = { handle, stream, out, room, flags, _, owner in
        let session = BareSession.of(owner)
        session.rooms.append(room)
        guard !session.reads.isEmpty else { return Int(NGHTTP2_ERR_DEFERRED.rawValue) }
        let fill = { (count: Int) in
            out!.update(repeating: 7, count: count)
            return count
        }
        switch session.reads.removeFirst() {
        case .bytes(let count): return fill(count)
        case .last(let count):
            flags!.pointee |= NGHTTP2_DATA_FLAG_EOF.rawValue
            return fill(count)
        case .lastBeforeTrailers(let count):
            flags!.pointee |= NGHTTP2_DATA_FLAG_EOF.rawValue | NGHTTP2_DATA_FLAG_NO_END_STREAM.rawValue
            BareSession.with([("grpc-status", "0")]) { nghttp2_submit_trailer(handle, stream, $0, $1) }
            return fill(count)
        case .unwritten(let count):
            flags!.pointee |= NGHTTP2_DATA_FLAG_NO_COPY.rawValue
            return min(count, room)
        case .deferred: return Int(NGHTTP2_ERR_DEFERRED.rawValue)
        case .fail: return Int(NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue)
        }
    }
}
