import Testing

@testable import UsherHTTP2

@Suite struct FrameMeterTests {
    static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)

    /// Counts in pieces of `size` bytes.
    static func count(_ frames: [[UInt8]], size: Int) -> FrameCounts {
        var meter = FrameMeter()
        var counts = FrameCounts()
        var rest = (preface + frames.joined())[...]
        while !rest.isEmpty {
            let piece = Array(rest.prefix(size))
            rest = rest.dropFirst(size)
            piece.withUnsafeBufferPointer { meter.count($0, into: &counts) }
        }
        return counts
    }

    static let table: [(name: String, frame: [UInt8], idle: Int, updates: Int)] = [
        ("a message", TestPeer.frame(.data, 0, 1, [0, 0, 0, 0, 0]), 0, 0),
        ("four bytes", TestPeer.frame(.data, 0, 1, [0, 0, 0, 0]), 1, 0),
        ("the last byte", TestPeer.frame(.data, 1, 1, [0]), 0, 0),
        ("an empty end", TestPeer.frame(.data, 1, 1), 0, 0),
        ("nothing", TestPeer.frame(.data, 0, 1), 1, 0),
        ("padding", TestPeer.frame(.data, 8, 1, [UInt8](repeating: 0, count: 256)), 1, 0),
        ("padded data", TestPeer.frame(.data, 8, 1, [UInt8](repeating: 0, count: 261)), 0, 0),
        ("HEADERS", TestPeer.frame(.headers, 5, 1, [0x88]), 0, 0),
        ("CONTINUATION", TestPeer.frame(.continuation, 4, 1, [0x88]), 0, 0),
        ("PRIORITY", TestPeer.frame(.priority, 0, 1, [0, 0, 0, 0, 1]), 1, 0),
        ("RST_STREAM", TestPeer.frame(.reset, 0, 1, [0, 0, 0, 8]), 0, 0),
        ("SETTINGS", TestPeer.frame(.settings, 0, 0), 0, 0),
        ("PING", TestPeer.frame(.ping, 0, 0, [UInt8](repeating: 8, count: 8)), 0, 0),
        ("GOAWAY", TestPeer.frame(.goaway, 0, 0, [UInt8](repeating: 0, count: 8)), 0, 0),
        ("WINDOW_UPDATE", TestPeer.frame(.windowUpdate, 0, 0, [0, 0, 0, 1]), 0, 1),
        ("an unknown type", [0, 0, 2, 0x33, 0xFF, 0, 0, 0, 1, 0, 8], 1, 0),
    ]

    @Test("each frame is counted for what it is, however the bytes are cut", arguments: [1, 2, 7, 9, 13, 64, 10_000])
    func frames(size: Int) {
        for (name, frame, idle, updates) in Self.table {
            let counts = Self.count([frame, frame, frame], size: size)
            #expect(counts.idle == idle * 3 && counts.windowUpdates == updates * 3, "\(name)")
        }
        let all = Self.count(Self.table.map(\.frame), size: size)
        #expect(all.idle == Self.table.reduce(0) { $0 + $1.idle } && all.windowUpdates == 1)
    }
}
