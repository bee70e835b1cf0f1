import CNghttp2
import CSystem
import Glibc
import UsherRPC

/// A client that writes and reads raw frames, so that tests can say exactly what is on the wire. Blocking; a read that
/// gets nothing for a minute throws.
final class TestPeer {
    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    enum Kind: UInt8 {
        case data = 0
        case headers, priority, reset, settings, push, ping, goaway, windowUpdate, continuation
    }

    struct Frame {
        var kind: Kind
        var flags: UInt8
        var stream: Int32
        var payload: [UInt8]
        /// Decoded, of HEADERS.
        var fields: [String: String] = [:]

        var endsStream: Bool { (kind == .data || kind == .headers) && flags & 1 != 0 }
        /// The error code of RST_STREAM and GOAWAY.
        var code: UInt32 {
            let bytes = kind == .goaway ? payload[4..<8] : payload[0..<4]
            return bytes.reduce(0) { $0 << 8 | UInt32($1) }
        }
    }

    /// All that came on one stream.
    struct Answer {
        var headers: [String: String] = [:]
        var body: [UInt8] = []
        var trailers: [String: String] = [:]
        var headerBlocks = 0
        var reset: UInt32?

        var status: String? { trailers["grpc-status"] }
        /// The messages in the body.
        var messages: [[UInt8]] { coded.map(\.bytes) }
        /// The same with their flags.
        var coded: [CodedMessage] {
            var rest = body[...]
            var messages: [CodedMessage] = []
            while rest.count >= 5 {
                let length = rest.dropFirst().prefix(4).reduce(0) { $0 << 8 | Int($1) }
                messages.append(
                    CodedMessage(Array(rest.dropFirst(5).prefix(length)), isCompressed: rest.first == 1))
                rest = rest.dropFirst(5 + length)
            }
            return messages
        }
    }

    /// The status of each stream whose end was read.
    private(set) var statuses: [Int32: String] = [:]
    private let socket: Int32
    /// nil without TLS.
    private(set) var tls: RawTLSPeer?
    private var inflater: OpaquePointer?
    private var buffer: [UInt8] = []
    /// What the server still takes, per stream (0: the connection). Kept by `openCall` alone.
    private var windows: [Int32: Int] = [0: 65_535]
    private var initialWindow = 65_535
    /// SETTINGS of ours that the server has not acknowledged.
    private var openSettings = 1
    private let sendsSettings: Bool
    /// Sees every frame that is read, whoever reads it.
    var witness: ((Frame) -> Void)?

    /// Connects, with TLS if asked, and sends the preface with these settings, or `preface` in their place.
    init(
        port: UInt16, settings: [(UInt16, UInt32)] = [], receiveBuffer: Int32? = nil, tls: RawTLSPeer.Options? = nil,
        preface: [UInt8]? = nil, sendsSettings: Bool = true
    ) throws {
        self.sendsSettings = sendsSettings
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        if var size = receiveBuffer { setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &size, 4) }
        var patience = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let connected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard connected == 0 else { throw Failure(description: "connect: \(errno)") }
        nghttp2_hd_inflate_new(&inflater)
        let payload = settings.flatMap { id, value in
            [UInt8(id >> 8), UInt8(id & 255)] + Self.bigEndian(value)
        }
        if let tls { self.tls = try RawTLSPeer(socket, tls) }
        try send(preface ?? Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8))
        if preface == nil, sendsSettings { try send(Self.frame(.settings, 0, 0, payload)) }
    }

    deinit {
        close(socket)
        if let inflater { nghttp2_hd_inflate_del(inflater) }
    }

    /// Ends the connection, as a lost peer.
    func hangUp() {
        shutdown(socket, Int32(SHUT_RDWR))
    }

    /// Says that nothing follows, and reads on.
    func finishWriting() {
        shutdown(socket, Int32(SHUT_WR))
    }

    /// Makes the end of the connection a reset.
    func breakOff() {
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(socket, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
    }

    // MARK: Writing

    func send(_ bytes: [UInt8]) throws {
        if let tls {
            if !bytes.isEmpty { try tls.write(bytes[...]) }
            return
        }
        var rest = bytes[...]
        while !rest.isEmpty {
            let sent = rest.withUnsafeBytes {
                Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard sent > 0 else { throw Failure(description: "send: \(errno)") }
            rest = rest.dropFirst(sent)
        }
    }

    func open(
        _ stream: Int32, _ path: String, _ extra: [(String, String)] = [], ends: Bool = false
    ) throws {
        try send(Self.frame(.headers, ends ? 5 : 4, stream, Self.block(Self.request(path, extra))))
    }

    /// A whole call with small messages.
    func call(_ stream: Int32, _ path: String, _ messages: [[UInt8]] = [[]], _ extra: [(String, String)] = []) throws {
        try open(stream, path, extra)
        try send(Self.frame(.data, 1, stream, messages.flatMap { Self.message($0) }))
    }

    /// Opens a call and sends a large body, as fast as the server opens its windows.
    func openCall(
        _ stream: Int32, _ path: String, _ body: [UInt8], ends: Bool, _ extra: [(String, String)] = []
    ) throws {
        try open(stream, path, extra)
        // The server's SETTINGS are in force once it has read our answer to them: until then a stream takes 65,535
        // bytes, and one that gets more before the server looks is reset.
        try sync()
        var at = 0
        while at < body.count {
            let end = min(body.count, at + 16_000)
            let count = end - at
            while windows[0, default: 0] < count || windows[stream, default: initialWindow] < count {
                guard let frame = try readFrame() else {
                    throw Failure(description: "the connection ended while stream \(stream) waited for its window")
                }
                if frame.kind == .reset, frame.stream == stream {
                    throw Failure(description: "stream \(stream) was reset with code \(frame.code)")
                }
            }
            try send(Self.frame(.data, ends && end == body.count ? 1 : 0, stream, Array(body[at..<end])))
            windows[0, default: 0] -= count
            windows[stream, default: initialWindow] -= count
            at = end
        }
    }

    /// Sends `body` on each of the streams, all at the same time and as fast as the server opens their windows, and
    /// reads until all have ended. The statuses are in `statuses`.
    func upload(_ streams: [Int32], _ path: String, _ body: [UInt8]) throws {
        for stream in streams { try open(stream, path) }
        try sync()
        var sent: [Int32: Int] = [:]
        while !streams.allSatisfy({ statuses[$0] != nil }) {
            var isHeld = true
            for stream in streams where sent[stream, default: 0] < body.count && statuses[stream] == nil {
                let at = sent[stream, default: 0]
                let count = min(
                    16_000, body.count - at, windows[0, default: 0], windows[stream, default: initialWindow])
                guard count > 0 else { continue }
                isHeld = false
                let ends: UInt8 = at + count == body.count ? 1 : 0
                try send(Self.frame(.data, ends, stream, Array(body[at..<at + count])))
                windows[0, default: 0] -= count
                windows[stream, default: initialWindow] -= count
                sent[stream] = at + count
            }
            if isHeld, try readFrame() == nil { throw Failure(description: "the connection ended") }
        }
    }

    /// Reads until all of the streams have ended, giving windows back. The statuses are in `statuses`.
    func takeAll(_ streams: [Int32]) throws {
        while !streams.allSatisfy({ statuses[$0] != nil }) {
            guard let frame = try next() else { throw Failure(description: "the connection ended") }
            guard frame.kind == .data, !frame.payload.isEmpty else { continue }
            try openWindow(0, UInt32(frame.payload.count))
            if !frame.endsStream { try openWindow(frame.stream, UInt32(frame.payload.count)) }
        }
    }

    func reset(_ stream: Int32, _ code: UInt32 = 8) throws {
        try send(Self.frame(.reset, 0, stream, Self.bigEndian(code)))
    }

    func openWindow(_ stream: Int32, _ bytes: UInt32) throws {
        try send(Self.frame(.windowUpdate, 0, stream, Self.bigEndian(bytes)))
    }

    // MARK: Reading

    /// The next frame, SETTINGS and WINDOW_UPDATE aside; nil once the server closed the connection.
    func next() throws -> Frame? {
        while let frame = try readFrame() {
            if frame.kind != .settings, frame.kind != .windowUpdate { return frame }
        }
        return nil
    }

    /// Reads until the server's SETTINGS, its first frame, are here.
    func awaitSettings() throws {
        while let frame = try readFrame(), frame.kind != .settings {}
    }

    private func readFrame() throws -> Frame? {
        guard let head = try read(9) else { return nil }
        let length = head[..<3].reduce(0) { $0 << 8 | Int($1) }
        guard let payload = try read(length) else { return nil }
        let stream = Int32(bitPattern: head[5...].reduce(0) { $0 << 8 | UInt32($1) })
        guard let kind = Kind(rawValue: head[3]) else { throw Failure(description: "frame type \(head[3])") }
        var frame = Frame(kind: kind, flags: head[4], stream: stream, payload: payload)
        witness?(frame)
        switch kind {
        case .settings:
            if frame.flags & 1 == 0 { takeSettings(payload) } else { openSettings -= 1 }
        case .windowUpdate:
            windows[stream, default: initialWindow] += payload.reduce(0) { $0 << 8 | Int($1) }
        case .headers:
            frame.fields = try decode(payload)
            statuses[stream] = frame.fields["grpc-status"]
        default: break
        }
        return frame
    }

    private func takeSettings(_ payload: [UInt8]) {
        for start in stride(from: 0, to: payload.count, by: 6) where payload[start + 1] == 4 {
            let window = payload[start + 2..<start + 6].reduce(0) { $0 << 8 | Int($1) }
            for stream in windows.keys where stream != 0 { windows[stream, default: 0] += window - initialWindow }
            initialWindow = window
        }
        guard sendsSettings else { return }
        // A server that has closed meanwhile needs no answer; its last words are still to be read.
        do { try send(Self.frame(.settings, 1, 0)) } catch {}
    }

    /// Reads until the stream has ended, giving windows back.
    func answer(_ stream: Int32) throws -> Answer {
        var answer = Answer()
        while let frame = try next() {
            guard frame.stream == stream else { continue }
            take(frame, &answer)
            if frame.kind == .data, !frame.payload.isEmpty {
                try openWindow(0, UInt32(frame.payload.count))
                if !frame.endsStream { try openWindow(stream, UInt32(frame.payload.count)) }
            }
            if frame.endsStream || frame.kind == .reset { return answer }
        }
        throw Failure(description: "the connection ended before stream \(stream)")
    }

    private func take(_ frame: Frame, _ answer: inout Answer) {
        switch frame.kind {
        case .headers:
            answer.headerBlocks += 1
            if answer.headerBlocks == 1 { answer.headers = frame.fields }
            if frame.endsStream { answer.trailers = frame.fields }
        case .data: answer.body += frame.payload
        case .reset: answer.reset = frame.code
        default: break
        }
    }

    /// Reads until a frame of this kind comes; nil if the connection ends before.
    func await(_ kind: Kind, stream: Int32? = nil) throws -> Frame? {
        while let frame = try next() {
            if frame.kind == kind, stream == nil || frame.stream == stream { return frame }
        }
        return nil
    }

    /// All that was sent before was handled when this returns.
    func sync() throws {
        // Not by PINGs, of which a client may send few.
        try send(Self.frame(.settings, 0, 0))
        try awaitAcknowledgement()
    }

    /// The SETTINGS that were sent last count from here on.
    func awaitAcknowledgement() throws {
        openSettings += 1
        while openSettings > 0 {
            guard try readFrame() != nil else {
                throw Failure(description: "the connection ended before its SETTINGS were answered")
            }
        }
    }

    /// Pings, and waits for the answer.
    func ping() throws {
        try send(Self.frame(.ping, 0, 0, Array("pingping".utf8)))
        while let frame = try next() {
            if frame.kind == .ping, frame.flags & 1 != 0 { return }
        }
        throw Failure(description: "the connection ended before its PING was answered")
    }

    /// All that comes until the connection ends.
    func rest() throws -> [UInt8] {
        var all: [UInt8] = []
        while let piece = try read(1) { all += piece }
        return all
    }

    private func read(_ count: Int) throws -> [UInt8]? {
        while buffer.count < count {
            var piece = [UInt8](repeating: 0, count: 64 << 10)
            let got = try tls?.read(&piece) ?? recv(socket, &piece, piece.count, 0)
            if got < 0, errno != ECONNRESET { throw Failure(description: "recv: \(errno)") }
            guard got > 0 else { return nil }
            buffer.append(contentsOf: piece.prefix(got))
        }
        defer { buffer.removeFirst(count) }
        return Array(buffer.prefix(count))
    }

    private func decode(_ block: [UInt8]) throws -> [String: String] {
        var fields: [String: String] = [:]
        try block.withUnsafeBufferPointer { bytes in
            var at = 0
            while true {
                var field = nghttp2_nv()
                var flags: Int32 = 0
                let used = nghttp2_hd_inflate_hd2(
                    inflater, &field, &flags, bytes.baseAddress.map { $0 + at }, bytes.count - at, 1)
                guard used >= 0 else { throw Failure(description: "header block: \(used)") }
                at += used
                if flags & Int32(NGHTTP2_HD_INFLATE_EMIT.rawValue) != 0 {
                    let name = String(
                        decoding: UnsafeBufferPointer(start: field.name, count: field.namelen), as: UTF8.self)
                    fields[name] = String(
                        decoding: UnsafeBufferPointer(start: field.value, count: field.valuelen), as: UTF8.self)
                }
                if flags & Int32(NGHTTP2_HD_INFLATE_FINAL.rawValue) != 0 {
                    nghttp2_hd_inflate_end_headers(inflater)
                    return
                }
            }
        }
        return fields
    }
}
