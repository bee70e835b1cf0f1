import CNghttp2
import Testing

/// What our sessions rest on in nghttp2's inner behaviour: GOAWAY, the life sign, stream ids, what cannot be sent.
<<<<<<<< HEAD:Tests/UsherHTTP2Tests/Nghttp2/LifeSignTests.swift
@Suite("nghttp2: the life of connections") struct LifeSignTests {
========
@Suite("nghttp2: the life of connections") struct Nghttp2ConnectionTests {
>>>>>>>> fuzz:Tests/UsherHTTP2Tests/Nghttp2/Nghttp2ConnectionTests.swift
    private func data(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

    private func lastStream(_ frame: TestPeer.Frame) -> UInt32 {
        frame.payload[..<4].reduce(0) { $0 << 8 | UInt32($1) }
    }

    @Test("a shutdown notice takes all streams, the GOAWAY after it those that were seen; later ones are passed over")
    func twoGoaways() {
        let session = BareSession()
        session.open(1)
        nghttp2_submit_shutdown_notice(session.handle)
        let notice = session.output()
        #expect(notice.map(\.kind) == [.goaway])
        #expect(lastStream(notice[0]) == 0x7FFF_FFFF)
        session.open(3)
        #expect(session.notes.contains(.begin(3)))
        let last = nghttp2_session_get_last_proc_stream_id(session.handle)
        #expect(last == 3)
        nghttp2_submit_goaway(session.handle, 0, last, 0, nil, 0)
        #expect(session.output().map(lastStream) == [3])
        #expect(session.open(5) > 0)
        #expect(!session.notes.contains(.begin(5)))
        #expect(session.output().isEmpty)
        // The old streams still run.
        session.reads = [.last(1)]
        session.respond(1)
        #expect(session.output().map(\.kind) == [.headers, .data])
    }

    @Test("a stream counts as seen from its first HEADERS on, also if it was reset since")
    func lastProcessed() {
        let session = BareSession()
        session.open(7)
        session.receive(TestPeer.frame(.reset, 0, 7, TestPeer.bigEndian(8)))
        #expect(nghttp2_session_get_last_proc_stream_id(session.handle) == 7)
    }

    @Test("a drained session still wants to read while a stream runs, and nothing once the last has ended")
    func lifeSign() {
        let session = BareSession()
        session.open(1)
        nghttp2_submit_goaway(session.handle, 0, 1, 0, nil, 0)
        session.output()
        #expect(session.isAlive)
        session.receive(TestPeer.frame(.reset, 0, 1, TestPeer.bigEndian(8)))
        #expect(!session.isAlive)
    }

    @Test("an idle session that nobody ended wants to read")
    func idle() {
        let session = BareSession()
        #expect(session.isAlive)
        #expect(nghttp2_session_want_write(session.handle) == 0)
    }

    @Test("after a connection error nothing is wanted once its GOAWAY has left")
    func connectionError() {
        let session = BareSession()
        // DATA on a stream that was never opened.
        session.receive(TestPeer.frame(.data, 0, 9, [1]))
        #expect(session.isAlive)
        #expect(session.output().map(\.code) == [1])
        #expect(!session.isAlive)
    }

    @Test("a GOAWAY that the peer sent closes our streams above its last id as refused, and refuses new ones")
    func receivedGoaway() {
        let session = BareSession(server: false)
        #expect([session.request(), session.request()] == [1, 3])
        session.output()
        session.notes = []
        session.receive(TestPeer.frame(.goaway, 0, 0, TestPeer.bigEndian(1) + TestPeer.bigEndian(0)))
        #expect(session.notes == [.frame(.goaway, 0), .closed(3, 7)])
        #expect(session.request() == 5)
        session.notes = []
        #expect(session.output().isEmpty)
        let refused = NGHTTP2_ERR_START_STREAM_NOT_ALLOWED.rawValue
        #expect(session.notes == [.notSent(.headers, 5, refused), .closed(5, 7)])
    }

    @Test("when stream ids are used up, submitting says so and the connection goes on")
    func streamIDs() {
        let session = BareSession(server: false)
        nghttp2_session_set_next_stream_id(session.handle, 0x7FFF_FFFF)
        #expect(session.request() == 0x7FFF_FFFF)
        #expect(session.output().map(\.kind) == [.headers])
        #expect(session.request() == NGHTTP2_ERR_STREAM_ID_NOT_AVAILABLE.rawValue)
        #expect(session.isAlive)
    }

    @Test("requests beyond the server's MAX_CONCURRENT_STREAMS wait in the session, in order")
    func concurrency() {
        let session = BareSession(server: false)
        session.receive(TestPeer.frame(.settings, 0, 0, [0, 3] + TestPeer.bigEndian(1)))
        session.output()
        #expect([session.request(), session.request()] == [1, 3])
        #expect(session.output().map(\.stream) == [1])
        session.receive(TestPeer.frame(.reset, 0, 1, TestPeer.bigEndian(8)))
        #expect(session.output().map(\.stream) == [3])
    }

    @Test("streams over our own limit are refused before the peer acknowledged it, and a connection error after")
    func overTheLimit() {
        let fresh = BareSession()
        var entry = nghttp2_settings_entry(settings_id: 3, value: 1)
        nghttp2_submit_settings(fresh.handle, 0, &entry, 1)
        fresh.output()
        fresh.open(1)
        fresh.open(3)
        let early = fresh.output()
        #expect(early.map(\.kind) == [.reset] && early.map(\.code) == [7])
        fresh.receive(TestPeer.frame(.settings, 1, 0))
        fresh.open(5)
        let late = fresh.output()
        #expect(late.map(\.kind) == [.goaway] && late.map(\.code) == [1])
    }

    @Test("what mem_send gives is whole until the next call, and the same session may be fed in between")
    func memSend() {
        let session = BareSession()
        session.receive(TestPeer.frame(.ping, 0, 0, [1, 2, 3, 4, 5, 6, 7, 8]))
        var piece: UnsafePointer<UInt8>?
        let count = nghttp2_session_mem_send(session.handle, &piece)
        let before = Array(UnsafeBufferPointer(start: piece, count: count))
        #expect(before.suffix(8) == [1, 2, 3, 4, 5, 6, 7, 8])
        session.receive(TestPeer.frame(.ping, 0, 0, [8, 7, 6, 5, 4, 3, 2, 1]))
        #expect(Array(UnsafeBufferPointer(start: piece, count: count)) == before)
    }

    @Test("frames of unknown types are passed over without a callback")
    func unknownFrames() {
        let session = BareSession()
        #expect(session.receive([0, 0, 1, 0xBE, 0, 0, 0, 0, 0, 7]) == 10)
        #expect(session.notes.isEmpty)
        #expect(session.output().isEmpty)
    }
}
