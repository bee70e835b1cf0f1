import CNghttp2
import UsherRPC

/// Reads what a server sends and checks it against HTTP/2's and gRPC's rules, whatever the client did.
final class AnswerCheck {
    private struct Stream {
        var isGRPC = false
        var sawHead = false
        var isOver = false
        var wasReset = false
        var deframer = MessageDeframer(maxMessageBytes: 1 << 30)
        var messages: [[UInt8]] = []
        var status: String?
    }

    private var streams: [UInt32: Stream] = [:]
    private var buffer: [UInt8] = []
    private var inflater: OpaquePointer?
    private var lastGoAway = UInt32.max
    /// The error of the last GOAWAY.
    private(set) var goAwayCode: UInt32 = 0

    init() {
        nghttp2_hd_inflate_new(&inflater)
    }

    deinit {
        if let inflater { nghttp2_hd_inflate_del(inflater) }
    }

    func messages(_ stream: UInt32) -> [[UInt8]] { streams[stream]?.messages ?? [] }
    func status(_ stream: UInt32) -> String? { streams[stream]?.status }

    func receive(_ bytes: [UInt8]) throws {
        buffer += bytes
        var at = 0
        while buffer.count - at >= 9 {
            let head = buffer[at..<at + 9].map { UInt32($0) }
            let length = Int(head[0] << 16 | head[1] << 8 | head[2])
            try require(length <= 16_384, "a frame of \(length) bytes")
            guard buffer.count - at >= 9 + length else { break }
            let stream = head[5] << 24 | head[6] << 16 | head[7] << 8 | head[8]
            try frame(UInt8(head[3]), UInt8(head[4]), stream, Array(buffer[at + 9..<at + 9 + length]))
            at += 9 + length
        }
        buffer.removeFirst(at)
    }

    private func frame(_ type: UInt8, _ flags: UInt8, _ id: UInt32, _ payload: [UInt8]) throws {
        try require(id & 0x8000_0000 == 0, "stream \(id)")
        let ends = flags & 1 != 0
        switch type {
        case 0, 1:
            try require(id % 2 == 1, "DATA or HEADERS on stream \(id)")
            var stream = streams[id] ?? Stream()
            try require(!stream.isOver && !stream.wasReset, "frame \(type) on stream \(id) after its end")
            // We never pad, and our blocks fit in one frame.
            try require(flags & 8 == 0 && (type == 0 || flags & 4 != 0), "flags \(flags) of frame \(type)")
            if type == 0 { try data(&stream, payload, ends) } else { try headers(&stream, payload, ends) }
            stream.isOver = ends
            streams[id] = stream
        case 3:
            try require(payload.count == 4 && id > 0, "RST_STREAM of \(payload.count) bytes on \(id)")
            try require(streams[id]?.wasReset != true, "stream \(id) is reset twice")
            streams[id, default: Stream()].wasReset = true
        case 4: try require(id == 0 && payload.count % 6 == 0 && (!ends || payload.isEmpty), "SETTINGS \(payload)")
        case 6: try require(id == 0 && payload.count == 8, "PING \(payload)")
        case 7:
            try require(id == 0 && payload.count >= 8, "GOAWAY \(payload)")
            let last = payload[..<4].reduce(0) { $0 << 8 | UInt32($1) }
            try require(last <= lastGoAway, "GOAWAY takes streams back: \(last) after \(lastGoAway)")
            lastGoAway = last
            goAwayCode = payload[4..<8].reduce(0) { $0 << 8 | UInt32($1) }
        case 8: try require(payload.count == 4 && payload != [0, 0, 0, 0], "WINDOW_UPDATE \(payload)")
        default: throw PropertyFailure(description: "frame of type \(type)")
        }
    }

    private func data(_ stream: inout Stream, _ payload: [UInt8], _ ends: Bool) throws {
        try require(stream.sawHead, "DATA before HEADERS")
        guard stream.isGRPC else { return }
        try require(!ends, "a gRPC answer that ends without trailers")
        var received: [[UInt8]] = []
        try payload.withUnsafeBytes { bytes in try stream.deframer.append(bytes) { received.append($0.bytes) } }
        stream.messages += received
    }

    private func headers(_ stream: inout Stream, _ payload: [UInt8], _ ends: Bool) throws {
        let fields = try decode(payload)
        for field in fields.entries {
            try require(FieldSource.isLegal(field), "the field '\(field.name)' is '\(field.value)'")
        }
        if !stream.sawHead {
            stream.sawHead = true
            guard let status = fields[":status"] else {
                throw PropertyFailure(description: "an answer without :status")
            }
            stream.isGRPC = status == "200"
            let coding = fields["grpc-encoding"] ?? "identity"
            guard let encoding = MessageEncoding(rawValue: coding) else {
                throw PropertyFailure(description: "an answer in the encoding \(coding)")
            }
            stream.deframer = MessageDeframer(maxMessageBytes: 1 << 30, encoding: encoding)
            try require(stream.isGRPC == (fields["content-type"]?.hasPrefix("application/grpc") ?? false), "\(fields)")
            if !ends || !stream.isGRPC { return }
        } else {
            try require(ends && fields[":status"] == nil, "a second set of headers: \(fields)")
        }
        let status = fields["grpc-status"]
        try require(status.flatMap(Int.init).map { (0...16).contains($0) } ?? false, "the end of a call: \(fields)")
        try require(stream.deframer.isAtBoundary || status != "0", "OK within a message")
        stream.status = status
    }

    private func decode(_ block: [UInt8]) throws -> Metadata {
        var fields = Metadata()
        try block.withUnsafeBufferPointer { bytes in
            var at = 0
            while true {
                var field = nghttp2_nv()
                var flags: Int32 = 0
                let used = nghttp2_hd_inflate_hd2(
                    inflater, &field, &flags, bytes.baseAddress.map { $0 + at }, bytes.count - at, 1)
                try require(used >= 0, "a header block that does not decode: \(used)")
                at += used
                if flags & Int32(NGHTTP2_HD_INFLATE_EMIT.rawValue) != 0 {
                    fields.add(Self.text(field.name, field.namelen), Self.text(field.value, field.valuelen))
                }
                if flags & Int32(NGHTTP2_HD_INFLATE_FINAL.rawValue) != 0 { break }
            }
        }
        nghttp2_hd_inflate_end_headers(inflater)
        return fields
    }

    private static func text(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> String {
        String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }
}
