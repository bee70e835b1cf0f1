/// Counts the frames that a client sends by their headers alone. nghttp2 has no callback for frames of unknown types, nor
/// for those that come too late for their stream.
struct FrameMeter {
    private static let data: UInt64 = 0
    private static let windowUpdate: UInt64 = 8
    private static let endStream: UInt64 = 1
    private static let padded: UInt64 = 8

    /// Bytes that are no frame header; a client's connection preface to begin with.
    private var skip: Int
    /// The first bytes of a header: length, type and flags.
    private var header: UInt64 = 0
    private var headerCount = 0

    /// Of a client's bytes, or of a server's, which has no preface.
    init(isClient: Bool = true) {
        skip = isClient ? 24 : 0
    }

    /// Takes the next bytes of the connection, however they are cut.
    mutating func count(_ bytes: UnsafeBufferPointer<UInt8>, into counts: inout FrameCounts) {
        var at = 0
        while at < bytes.count {
            guard skip == 0 else {
                let step = min(skip, bytes.count - at)
                skip -= step
                at += step
                continue
            }
            header = header << 8 | UInt64(bytes[at])
            headerCount += 1
            at += 1
            guard headerCount == 5 else { continue }
            judge(length: Int(header >> 16), type: header >> 8 & 0xFF, flags: header & 0xFF, &counts)
            // The stream's id and the payload.
            skip = 4 + Int(header >> 16)
            header = 0
            headerCount = 0
        }
    }

    private func judge(length: Int, type: UInt64, flags: UInt64, _ counts: inout FrameCounts) {
        switch type {
        case Self.data:
            guard flags & Self.endStream == 0 else { return }
            // A padded frame may be nothing but its padding.
            let least = flags & Self.padded != 0 ? max(0, length - 256) : length
            if least < Limits.tinyData { counts.idle += 1 }
        case Self.windowUpdate: counts.windowUpdates += 1
        // HEADERS, RST_STREAM, SETTINGS, PUSH_PROMISE, PING, GOAWAY
        case 1, 3...7: counts.control += 1
        // CONTINUATION: nghttp2 bounds it.
        case 9: break
        default: counts.idle += 1
        }
    }
}
