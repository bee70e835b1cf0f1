import CNghttp2
import Testing

/// What nghttp2 limits by itself, how it says so, and what it lets pass: the reasons for the limits that are ours.
@Suite("nghttp2: what it limits and what not") struct Nghttp2LimitTests {
    private static let flooded = Int(NGHTTP2_ERR_FLOODED.rawValue)
    private let ping = TestPeer.frame(.ping, 0, 0, [UInt8](repeating: 1, count: 8))

    @Test("the ninth CONTINUATION of a block is fatal, and no GOAWAY is queued for it")
    func continuations() {
        let session = BareSession()
        session.receive(TestPeer.frame(.headers, 0, 1, TestPeer.block([(":method", "POST")])))
        let piece = TestPeer.frame(.continuation, 0, 1, TestPeer.block([("a", "b")]))
        for _ in 0..<8 { #expect(session.receive(piece) > 0) }
        #expect(session.receive(piece) == Int(NGHTTP2_ERR_TOO_MANY_CONTINUATIONS.rawValue))
        #expect(session.output().isEmpty)
        // A word of our own still leaves.
        nghttp2_submit_goaway(session.handle, 0, 0, 11, nil, 0)
        #expect(session.output().map(\.kind) == [.goaway])
    }

    @Test("the 1,001st answer to a PING or SETTINGS that waits is fatal; answers that left do not count")
    func flooded() {
        for frame in [ping, TestPeer.frame(.settings, 0, 0)] {
            let session = BareSession()
            var results = (0..<1_100).map { _ in session.receive(frame) }
            #expect(results.firstIndex(of: Self.flooded) == 1_000)
            let drained = BareSession()
            results = (0..<5_000).map { _ in
                defer { drained.output() }
                return drained.receive(frame)
            }
            #expect(!results.contains { $0 < 0 })
        }
    }

    @Test("a SETTINGS frame of more than 32 entries ends the connection with ENHANCE_YOUR_CALM")
    func settingsEntries() {
        let session = BareSession()
        let entry: [UInt8] = [0, 4, 0, 0, 1, 0]
        session.receive(TestPeer.frame(.settings, 0, 0, (0..<33).flatMap { _ in entry }))
        #expect(session.output().contains { $0.kind == .goaway && $0.code == 11 })
    }

    @Test("by itself it cuts the 1,001st reset in a burst, as INTERNAL_ERROR; with our options none")
    func resets() {
        func run(_ session: BareSession) -> [TestPeer.Frame] {
            for number in Int32(0)..<1_500 {
                session.open(number * 2 + 1)
                session.receive(TestPeer.frame(.reset, 0, number * 2 + 1, TestPeer.bigEndian(8)))
            }
            return session.output()
        }
        #expect(run(BareSession(BareSession.defaults)).map(\.code) == [2])
        #expect(run(BareSession()).isEmpty)
    }

    @Test("resets that the peer provokes have no limit: window overflows and wrong content lengths")
    func madeYouReset() {
        let session = BareSession()
        for number in Int32(0)..<3_000 {
            session.open(number * 2 + 1)
            session.receive(TestPeer.frame(.windowUpdate, 0, number * 2 + 1, TestPeer.bigEndian(0x7FFF_FFFF)))
        }
        let frames = session.output()
        #expect(frames.count == 3_000 && frames.allSatisfy { $0.kind == .reset && $0.code == 3 })

        let other = BareSession()
        for number in Int32(0)..<3_000 {
            other.open(number * 2 + 1, [("content-length", "5")])
            other.receive(TestPeer.frame(.data, 1, number * 2 + 1, [1]))
        }
        let resets = other.output()
        #expect(resets.count == 3_000 && resets.allSatisfy { $0.kind == .reset && $0.code == 1 })
    }

    @Test("the header list size that we announce binds nobody: fields beyond it are handed out")
    func headerListSize() {
        let session = BareSession(settings: [(NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE.rawValue, 100)])
        session.open(1, (0..<200).map { ("x\($0)", "value") }, ends: true)
        #expect(session.notes.contains(.header(1, "x199")))
        #expect(session.notes.contains(.frame(.headers, 1)))
    }

    @Test("refusing a field resets its stream, hands out no more of its block, and leaves the tables in order")
    func refusedField() {
        let session = BareSession()
        session.onHeader = { $0 == "stop" ? NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue : 0 }
        // "kept: v" enters the dynamic table behind the refused field.
        let kept: [UInt8] = [0x40, 4] + Array("kept".utf8) + [1] + Array("v".utf8)
        session.receive(
            TestPeer.frame(.headers, 4, 1, TestPeer.block(TestPeer.request("/a/B", [("stop", "")])) + kept))
        #expect(!session.notes.contains(.header(1, "kept")))
        #expect(!session.notes.contains(.frame(.headers, 1)))
        let frames = session.output()
        #expect(frames.map(\.kind) == [.reset] && frames.map(\.code) == [2])
        #expect(session.notes.contains(.closed(1, 2)))
        // The next request names it by its index.
        session.receive(TestPeer.frame(.headers, 5, 3, TestPeer.block(TestPeer.request("/a/B")) + [0x80 | 62]))
        #expect(session.notes.contains(.header(3, "kept")))
        #expect(session.notes.contains(.frame(.headers, 3)))
    }

    @Test("frames that do nothing have no limit: PRIORITY, empty DATA, WINDOW_UPDATE")
    func idleFrames() {
        let session = BareSession(settings: [(NGHTTP2_SETTINGS_NO_RFC7540_PRIORITIES.rawValue, 1)])
        session.open(1)
        for frame in [
            TestPeer.frame(.priority, 0, 1, [0, 0, 0, 3, 16]), TestPeer.frame(.data, 0, 1),
            TestPeer.frame(.windowUpdate, 0, 1, TestPeer.bigEndian(1)),
        ] {
            for _ in 0..<5_000 { #expect(session.receive(frame) > 0) }
        }
        #expect(session.output().isEmpty)
    }

    @Test("field names in capitals make the block invalid: its stream is reset, and no frame is handed out")
    func invalidFields() {
        let session = BareSession()
        session.open(1, [("Capital", "x")], ends: true)
        #expect(session.notes.contains(.invalidFrame(.headers, 1)))
        #expect(!session.notes.contains(.frame(.headers, 1)))
        let frames = session.output()
        #expect(frames.map(\.kind) == [.reset] && frames.map(\.code) == [1])
    }

    @Test("closed streams keep nothing with our options")
    func closedStreams() {
        let lengthOfState = { (session: BareSession) in
            for number in Int32(0)..<1_000 {
                session.open(number * 2 + 1)
                session.receive(TestPeer.frame(.reset, 0, number * 2 + 1, TestPeer.bigEndian(8)))
            }
            return (1...1_999).filter { nghttp2_session_find_stream(session.handle, Int32($0)) != nil }.count
        }
        #expect(lengthOfState(BareSession()) == 0)
        #expect(lengthOfState(BareSession { nghttp2_option_set_stream_reset_rate_limit($0, 1 << 40, 1 << 40) }) > 0)
    }

    @Test("what is no HTTP/2 is told by mem_recv, without a GOAWAY")
    func badMagic() {
        var callbacks: OpaquePointer?
        var handle: OpaquePointer?
        nghttp2_session_callbacks_new(&callbacks)
        nghttp2_session_server_new(&handle, callbacks, nil)
        nghttp2_session_callbacks_del(callbacks)
        defer { nghttp2_session_del(handle) }
        let bytes = Array("GET / HTTP/1.1\r\nhost: a\r\n\r\n".utf8)
        #expect(
            nghttp2_session_mem_recv(handle, bytes, bytes.count) == Int(NGHTTP2_ERR_BAD_CLIENT_MAGIC.rawValue))
        #expect(nghttp2_session_want_write(handle) == 0)
    }

    @Test("the library is the one that these tests describe, or newer")
    func version() {
        #expect(nghttp2_version(0x013400) != nil)
    }
}
