import Glibc

/// One connection of a scripted server, driven frame by frame on its own thread.
final class ScriptedPeer {
    struct Frame {
        var type: UInt8
        var flags: UInt8
        var stream: Int32
        var payload: [UInt8]
    }

    private let descriptor: Int32
    private(set) var isOpen = true
    /// What the client still allows, per stream (0: the connection).
    private(set) var windows: [Int32: Int] = [0: 65_535]
    private(set) var initialWindow = 65_535
    var answersPings = true
    private(set) var pings = 0
    /// The request that `opened` told of is complete.
    private var requestEnded = false
    /// Of requests that `wholeRequest` has not told of.
    private var lastBytes: [Int32: UInt8] = [:]

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    func hangUp() {
        guard isOpen else { return }
        isOpen = false
        close(descriptor)
    }

    /// Ends with RST instead of FIN.
    func breakOff() {
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
        hangUp()
    }

    // MARK: Reading

    /// The client's preface, answered by SETTINGS.
    func greet(_ settings: [(UInt16, UInt32)] = []) {
        _ = read(24)
        self.settings(settings)
    }

    /// The next frame of a type other than those that are only bookkeeping, or nil when the client went.
    func next() -> Frame? {
        while let frame = readFrame() {
            if !keepBooks(frame) { return frame }
        }
        return nil
    }

    private func keepBooks(_ frame: Frame) -> Bool {
        switch frame.type {
        case 4:
            if frame.flags & 1 == 0 {
                readSettings(frame.payload)
                send(4, 1, 0, [])
            }
        case 8: windows[frame.stream, default: initialWindow] += Self.number(frame.payload)
        case 6 where frame.flags & 1 == 0:
            if answersPings { send(6, 1, 0, frame.payload) }
            pings += 1
        default: return false
        }
        return true
    }

    /// Waits for the client's next PING and answers it as `next` would. False when the client went.
    func awaitPing() -> Bool {
        let before = pings
        while pings == before {
            guard let frame = readFrame() else { return false }
            _ = keepBooks(frame)
        }
        return true
    }

    /// Returns once the client has read everything that was sent, and everything that it said about it was read here.
    func roundTrip() {
        send(6, 0, 0, [1, 2, 3, 4, 5, 6, 7, 8])
        while let frame = next() {
            if frame.type == 6 { return }
        }
    }

    /// Waits until the client allows more on a stream. False when it went.
    func waitForWindow(_ stream: Int32) -> Bool {
        while (windows[stream] ?? initialWindow) <= 0 {
            guard let frame = readFrame() else { return false }
            _ = keepBooks(frame)
        }
        return true
    }

    /// The stream of the next whole request, or nil when the client went.
    func request() -> Int32? {
        while let frame = next() {
            if frame.type == 1 { windows[frame.stream] = windows[frame.stream] ?? initialWindow }
            if frame.type <= 1, frame.flags & 1 == 1 { return frame.stream }
        }
        return nil
    }

    /// The stream and the last byte of the next whole request, however requests are mixed; nil when the client went.
    func wholeRequest() -> (stream: Int32, last: UInt8?)? {
        while let frame = next() {
            if frame.type == 1 { windows[frame.stream] = windows[frame.stream] ?? initialWindow }
            if frame.type == 0, let last = frame.payload.last { lastBytes[frame.stream] = last }
            if frame.type <= 1, frame.flags & 1 == 1 {
                return (frame.stream, lastBytes.removeValue(forKey: frame.stream))
            }
        }
        return nil
    }

    /// The stream of the next request, as soon as its headers are here; or nil when the client went.
    func opened() -> Int32? {
        while let frame = next() {
            guard frame.type == 1 else { continue }
            windows[frame.stream] = initialWindow
            requestEnded = frame.flags & 1 == 1
            return frame.stream
        }
        return nil
    }

    /// The bytes of the request's next DATA frame, or nil at the end of the request or when the client went.
    func piece() -> [UInt8]? {
        if requestEnded { return nil }
        while let frame = next() {
            if frame.type == 3 { return nil }
            guard frame.type == 0 else { continue }
            requestEnded = frame.flags & 1 == 1
            return requestEnded && frame.payload.isEmpty ? nil : frame.payload
        }
        return nil
    }

    /// Lets the client send more.
    func allow(_ stream: Int32, _ count: Int) {
        send(8, 0, stream, Self.big(UInt32(count)))
        send(8, 0, 0, Self.big(UInt32(count)))
    }

    /// The code of the next RST_STREAM, or nil when the client went.
    func resetCode() -> Int? {
        while let frame = next() {
            if frame.type == 3 { return Self.number(frame.payload) }
        }
        return nil
    }

    /// Reads until the client is gone.
    func waitForEnd() {
        while next() != nil {}
    }

    private func readSettings(_ payload: [UInt8]) {
        for start in stride(from: 0, to: payload.count, by: 6) where payload[start + 1] == 4 {
            initialWindow = Self.number(Array(payload[start + 2..<start + 6]))
        }
    }

    private func readFrame() -> Frame? {
        guard let head = read(9) else { return nil }
        let length = Int(head[0]) << 16 | Int(head[1]) << 8 | Int(head[2])
        guard let payload = read(length) else { return nil }
        let stream = Int32(Self.number(Array(head[5..<9])) & 0x7FFF_FFFF)
        return Frame(type: head[3], flags: head[4], stream: stream, payload: payload)
    }

    private func read(_ count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        var got = 0
        while got < count {
            let piece = bytes.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress! + got, count - got, 0) }
            if piece <= 0 { return nil }
            got += piece
        }
        return bytes
    }

    // MARK: Writing

    func send(_ type: UInt8, _ flags: UInt8, _ stream: Int32, _ payload: [UInt8]) {
        let length = payload.count
        raw(
            [UInt8(length >> 16), UInt8(length >> 8 & 255), UInt8(length & 255), type, flags]
                + Self.big(UInt32(stream)) + payload)
    }

    func raw(_ bytes: [UInt8]) {
        var sent = 0
        while sent < bytes.count {
            let piece = bytes.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress! + sent, bytes.count - sent, Int32(MSG_NOSIGNAL))
            }
            if piece <= 0 { return }
            sent += piece
        }
    }

    /// A block of fields, each a literal that never enters a table.
    func headers(_ stream: Int32, _ fields: [(String, String)], end: Bool = false) {
        var block: [UInt8] = []
        for (name, value) in fields { block += [0x10] + Self.text(name) + Self.text(value) }
        send(1, end ? 5 : 4, stream, block)
    }

    /// SETTINGS, once more.
    func settings(_ settings: [(UInt16, UInt32)]) {
        send(4, 0, 0, settings.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] + Self.big($1) })
    }

    /// `200` with gRPC's content type.
    func accept(_ stream: Int32) {
        headers(stream, [(":status", "200"), ("content-type", "application/grpc")])
    }

    func message(_ stream: Int32, _ bytes: [UInt8], end: Bool = false) {
        data(stream, [0] + Self.big(UInt32(bytes.count)) + bytes, end: end)
    }

    func data(_ stream: Int32, _ bytes: [UInt8], end: Bool = false) {
        windows[0]! -= bytes.count
        windows[stream]! -= bytes.count
        var rest = bytes[...]
        while rest.count > 16_384 {
            send(0, 0, stream, Array(rest.prefix(16_384)))
            rest = rest.dropFirst(16_384)
        }
        send(0, end ? 1 : 0, stream, Array(rest))
    }

    func trailers(_ stream: Int32, _ status: Int = 0, _ more: [(String, String)] = []) {
        headers(stream, [("grpc-status", "\(status)")] + more, end: true)
    }

    /// A whole unary reply.
    func reply(_ stream: Int32, _ bytes: [UInt8]) {
        accept(stream)
        message(stream, bytes)
        trailers(stream)
    }

    func reset(_ stream: Int32, _ code: UInt32) {
        send(3, 0, stream, Self.big(code))
    }

    func goAway(last: Int32, code: UInt32 = 0, _ text: String = "") {
        send(7, 0, 0, Self.big(UInt32(last)) + Self.big(code) + Array(text.utf8))
    }

    private static func big(_ value: UInt32) -> [UInt8] {
        [UInt8(value >> 24), UInt8(value >> 16 & 255), UInt8(value >> 8 & 255), UInt8(value & 255)]
    }

    private static func number(_ bytes: [UInt8]) -> Int {
        bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }
    }

    /// HPACK's string: a 7-bit length with its continuation, no Huffman.
    private static func text(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8)
        if bytes.count < 127 { return [UInt8(bytes.count)] + bytes }
        var rest = bytes.count - 127
        var length: [UInt8] = [127]
        while rest >= 128 {
            length.append(UInt8(rest % 128 + 128))
            rest /= 128
        }
        return length + [UInt8(rest)] + bytes
    }
}
