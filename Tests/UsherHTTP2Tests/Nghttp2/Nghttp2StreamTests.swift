import CNghttp2
import Testing

/// What our sessions rest on in nghttp2's inner behaviour, shown on the library alone: bodies, trailers, who closes
/// streams and when. The page `Nghttp2.md` names these tests.
@Suite("nghttp2: bodies and the life of streams") struct Nghttp2StreamTests {
    @Test("trailers that are submitted in the read callback follow the last DATA, and end the stream")
    func trailersInCallback() {
        let session = BareSession()
        session.open(1, ends: true)
        session.reads = [.bytes(5), .lastBeforeTrailers(3)]
        session.respond(1)
        let frames = session.output()
        #expect(frames.map(\.kind) == [.headers, .data, .data, .headers])
        #expect(frames.map(\.endsStream) == [false, false, false, true])
        #expect(frames.map(\.payload.count)[1...2] == [5, 3])
        #expect(session.notes.last == .closed(1, 0))
    }

    @Test("an empty last read before trailers sends no empty DATA frame but one without END_STREAM")
    func emptyLastRead() {
        let session = BareSession()
        session.open(1, ends: true)
        session.reads = [.lastBeforeTrailers(0)]
        session.respond(1)
        let frames = session.output()
        #expect(frames.last?.kind == .headers && frames.last?.endsStream == true)
        #expect(frames.filter(\.endsStream).count == 1)
    }

    @Test("a deferred body is silent until it is resumed, and resuming one that is not deferred is refused")
    func deferral() {
        let session = BareSession()
        session.open(1, ends: true)
        session.reads = [.deferred]
        session.respond(1)
        #expect(session.output().map(\.kind) == [.headers])
        #expect(session.output().isEmpty)
        session.reads = [.bytes(4), .deferred]
        #expect(nghttp2_session_resume_data(session.handle, 1) == 0)
        #expect(session.output().map(\.payload.count) == [4])
        session.reads = [.last(1)]
        #expect(nghttp2_session_resume_data(session.handle, 1) == 0)
        #expect(session.output().map(\.endsStream) == [true])
        #expect(nghttp2_session_resume_data(session.handle, 1) == NGHTTP2_ERR_INVALID_ARGUMENT.rawValue)
    }

    @Test("bytes that a read callback keeps to itself are taken from both windows, and no frame leaves")
    func unwritten() {
        let session = BareSession()
        session.open(1, ends: true)
        session.open(3, ends: true)
        session.reads = [.bytes(5), .deferred, .deferred]
        session.respond(1)
        session.respond(3)
        session.output()
        session.notes = []
        session.reads = [.unwritten(20_000), .unwritten(3_616), .deferred]
        #expect(nghttp2_session_resume_data(session.handle, 1) == 0)
        #expect(session.output().isEmpty)
        // A frame at a time, as if they had been written.
        #expect(session.notes == [.sent(.data, 1), .sent(.data, 1)])
        #expect(nghttp2_session_get_remote_window_size(session.handle) == 65_535 - 5 - 20_000)
        #expect(nghttp2_session_get_stream_remote_window_size(session.handle, 1) == 65_535 - 5 - 20_000)
        #expect(nghttp2_session_get_stream_remote_window_size(session.handle, 3) == 65_535)
        // What the session says besides comes out as ever.
        session.receive(TestPeer.frame(.ping, 0, 0, Array("pingping".utf8)))
        session.reads = [.unwritten(10), .last(2)]
        #expect(nghttp2_session_resume_data(session.handle, 1) == 0)
        let frames = session.output()
        #expect(frames.map(\.kind) == [.ping, .data])
        #expect(frames.last?.payload.count == 2 && frames.last?.endsStream == true)
    }

    @Test(
        "a body is asked for as much as a frame, the stream's window and the connection's take, and never for nothing")
    func room() {
        let session = BareSession()
        session.open(1, ends: true)
        session.reads = [.bytes(16_384), .bytes(16_384), .bytes(16_384), .bytes(16_383), .last(1)]
        session.respond(1)
        #expect(session.output().filter { $0.kind == .data }.count == 4)
        // 65,535 in all: the last piece is a byte short, and then nobody asks any more.
        #expect(session.rooms == [16_384, 16_384, 16_384, 16_383])
        session.receive(TestPeer.frame(.windowUpdate, 0, 1, TestPeer.bigEndian(10)))
        #expect(session.output().isEmpty)
        session.receive(TestPeer.frame(.windowUpdate, 0, 0, TestPeer.bigEndian(7)))
        #expect(session.output().map(\.endsStream) == [true])
        #expect(session.rooms.last == 7)
    }

    @Test("a failing read callback resets its stream with INTERNAL_ERROR and leaves the connection alone")
    func failingRead() {
        let session = BareSession()
        session.open(1, ends: true)
        session.reads = [.fail]
        session.respond(1)
        let frames = session.output()
        #expect(frames.last?.kind == .reset && frames.last?.code == 2)
        #expect(session.notes.last == .closed(1, 2))
        #expect(session.isAlive)
        #expect(session.open(3, ends: true) > 0)
    }

    @Test("a stream is closed when both sides have ended: by our frame's leaving, or by the peer's arriving")
    func bothEnds() {
        let session = BareSession()
        session.open(1, ends: true)
        session.reads = [.last(1)]
        session.respond(1)
        #expect(!session.notes.contains(.closed(1, 0)))
        session.output()
        #expect(session.notes.contains(.closed(1, 0)))

        session.open(3)
        session.reads = [.last(1)]
        session.respond(3)
        session.output()
        #expect(!session.notes.contains(.closed(3, 0)))
        #expect(nghttp2_session_get_stream_remote_close(session.handle, 3) == 0)
        session.receive(TestPeer.frame(.data, 1, 3))
        #expect(session.notes.contains(.closed(3, 0)))
    }

    @Test("our RST_STREAM closes the stream only when it leaves; what waits for the stream goes with it")
    func ourReset() {
        let session = BareSession()
        session.open(1)
        session.respond(1)
        nghttp2_submit_rst_stream(session.handle, 0, 1, 8)
        #expect(!session.notes.contains(.closed(1, 8)))
        let frames = session.output()
        #expect(frames.contains { $0.kind == .reset && $0.code == 8 })
        #expect(session.notes.contains(.closed(1, 8)))
        #expect(session.output().isEmpty)
    }

    @Test("the peer's RST_STREAM closes the stream within mem_recv, behind the frame's own callback")
    func peersReset() {
        let session = BareSession()
        session.open(1)
        session.respond(1)
        session.notes = []
        session.receive(TestPeer.frame(.reset, 0, 1, TestPeer.bigEndian(8)))
        #expect(session.notes == [.frame(.reset, 1), .closed(1, 8)])
        session.notes = []
        // What was queued for it is told as not sent.
        #expect(session.output().isEmpty)
        #expect(session.notes == [.notSent(.headers, 1, NGHTTP2_ERR_STREAM_CLOSED.rawValue)])
    }

    @Test("a request that opens and is reset in one read is heard of whole: head, data, close")
    func openedAndReset() {
        let session = BareSession()
        let fields = TestPeer.block(TestPeer.request("/a/B"))
        session.receive(
            TestPeer.frame(.headers, 4, 1, fields) + TestPeer.frame(.data, 0, 1, [0, 0])
                + TestPeer.frame(.reset, 0, 1, TestPeer.bigEndian(8)))
        let kinds = session.notes.filter { if case .header = $0 { false } else { true } }
        #expect(
            kinds == [
                .begin(1), .frame(.headers, 1), .data(1, 2), .frame(.data, 1), .frame(.reset, 1), .closed(1, 8),
            ])
    }

    @Test("DATA for a stream that is gone is not handed out, and the connection's window comes back by itself")
    func dataForTheGone() {
        let session = BareSession()
        session.open(1)
        nghttp2_submit_rst_stream(session.handle, 0, 1, 8)
        session.output()
        session.notes = []
        for _ in 0..<3 { session.receive(TestPeer.frame(.data, 0, 1, [UInt8](repeating: 0, count: 16_000))) }
        #expect(!session.notes.contains { if case .data = $0 { true } else { false } })
        #expect(session.output().contains { $0.kind == .windowUpdate && $0.stream == 0 })
    }

    @Test("windows open by what is consumed, half a window at a time, the connection's apart from the stream's")
    func windows() {
        let session = BareSession()
        session.open(1)
        for _ in 0..<3 { session.receive(TestPeer.frame(.data, 0, 1, [UInt8](repeating: 0, count: 16_000))) }
        #expect(session.output().isEmpty)
        nghttp2_session_consume_connection(session.handle, 30_000)
        #expect(session.output().isEmpty)
        nghttp2_session_consume_connection(session.handle, 18_000)
        #expect(session.output().map { [Int($0.stream), Int($0.code)] } == [[0, 48_000]])
        nghttp2_session_consume_stream(session.handle, 1, 48_000)
        #expect(session.output().map { [Int($0.stream), Int($0.code)] } == [[1, 48_000]])
    }

    @Test("more than the connection's window is GOAWAY FLOW_CONTROL_ERROR, more than a stream's its reset")
    func beyondTheWindow() {
        let session = BareSession()
        session.open(1)
        for _ in 0..<5 { session.receive(TestPeer.frame(.data, 0, 1, [UInt8](repeating: 0, count: 16_000))) }
        #expect(session.output().contains { $0.kind == .goaway && $0.code == 3 })

        let wide = BareSession()
        nghttp2_session_set_local_window_size(wide.handle, 0, 0, 1 << 20)
        wide.open(1)
        for _ in 0..<5 { wide.receive(TestPeer.frame(.data, 0, 1, [UInt8](repeating: 0, count: 16_000))) }
        let frames = wide.output()
        #expect(frames.contains { $0.kind == .reset && $0.code == 3 })
        #expect(!frames.contains { $0.kind == .goaway })
    }
}
