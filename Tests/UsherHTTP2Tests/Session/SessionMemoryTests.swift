import CNghttp2
import Testing

@testable import UsherHTTP2

/// What the memory of our server's sessions rests on: which blocks nghttp2 makes with a session, and when it looks at them.
@Suite("nghttp2: the memory of sessions") struct SessionMemoryTests {
    /// Frames that a session says, as values.
    private struct Said: Equatable {
        var kind: UInt8
        var flags: UInt8
        var stream: Int32
        var payload: [UInt8]

        init(_ frame: TestPeer.Frame) {
            (kind, flags, stream, payload) = (frame.kind.rawValue, frame.flags, frame.stream, frame.payload)
        }
    }

    /// One step of a session's life: answers that take several frames, header blocks that do, resets, PINGs, windows.
    private static func steps() -> [(BareSession) -> Void] {
        let large = (0..<90).map {
            ("x-\($0)", String(repeating: Character(Unicode.Scalar(UInt8(33 + $0))), count: 600))
        }
        var steps: [(BareSession) -> Void] = []
        for stream in stride(from: Int32(1), to: 41, by: 2) {
            steps.append { $0.open(stream, [("x-call", "call \(stream)"), ("x-same", "same")]) }
            steps.append {
                $0.reads += [.bytes(16_384), .bytes(Int(stream) * 300), .deferred, .lastBeforeTrailers(70)]
            }
            steps.append { $0.respond(stream, stream % 10 == 1 ? large : [("x-answer", "to \(stream)")]) }
            steps.append { $0.receive(TestPeer.frame(.ping, 0, 0, [1, 2, 3, 4, 5, 6, 7, UInt8(stream)])) }
            steps.append {
                $0.receive(TestPeer.frame(.windowUpdate, 0, 0, TestPeer.bigEndian(40_000)))
                $0.onCall()
                nghttp2_session_resume_data($0.handle, stream)
                $0.onReturn()
            }
            if stream % 4 == 1 { steps.append { $0.receive(TestPeer.frame(.reset, 0, stream, TestPeer.bigEndian(8))) } }
        }
        return steps
    }

    @Test("a session makes one block of a frame's size, and writes its frames there")
    func oneFrameBlock() {
        #expect(FrameScratch.isTrusted)
        let memory = SessionMemory(SessionPages(), scratch: nil)
        let session = BareSession(memory: memory)
        #expect(memory.frameBlocks == 1)
        session.open(1)
        #expect(!session.output().contains { $0.kind == .goaway })
    }

    @Test("sessions that share one frame buffer, overwritten after each piece, say what sessions of their own say")
    func sharedFrames() {
        let pages = SessionPages()
        let scratch = FrameScratch()
        let shared = (0..<3).map { _ in BareSession(memory: SessionMemory(pages, scratch: scratch)) }
        for session in shared {
            session.onReturn = {
                scratch.start.initializeMemory(as: UInt8.self, repeating: 0xEE, count: FrameScratch.bytes)
            }
        }
        let alone = (0..<3).map { _ in BareSession() }
        var continuations = 0
        for step in Self.steps() {
            for index in 0..<3 {
                step(shared[index])
                step(alone[index])
                let said = alone[index].output()
                #expect(shared[index].output().map(Said.init) == said.map(Said.init))
                #expect(shared[index].notes == alone[index].notes)
                continuations += said.count { $0.kind == .continuation }
            }
        }
        // Blocks of several frames have buffers of the session's own.
        #expect(continuations > 10)
    }

    @Test("a session whose pages are taken away and brought back around every call says what others say")
    func restsBetweenCalls() {
        let memory = SessionMemory(SessionPages(), scratch: FrameScratch())
        let resting = BareSession(memory: memory)
        var rests = 0
        resting.onCall = { memory.wake() }
        resting.onReturn = { if memory.sleep() { rests += 1 } }
        let awake = BareSession()
        for step in Self.steps() {
            step(resting)
            step(awake)
            #expect(resting.output().map(Said.init) == awake.output().map(Said.init))
            #expect(resting.notes == awake.notes)
        }
        #expect(rests > 100)
    }

    @Test("what nghttp2 makes with a session fits in its pages, and an idle one keeps few words of it")
    func fits() {
        let memory = SessionMemory(SessionPages(), scratch: FrameScratch())
        let session = BareSession(memory: memory)
        session.open(1)
        session.respond(1)
        session.output()
        #expect(memory.sleep())
        #expect(memory.keptWords < Limits.restingWords / 2)
        memory.wake()
        #expect(!memory.isAsleep)
    }

    @Test("a session with hundreds of streams does not rest, and rests again once they are gone, though its table grew")
    func grownTable() {
        let memory = SessionMemory(SessionPages(), scratch: FrameScratch())
        let session = BareSession(memory: memory)
        for stream in stride(from: Int32(1), to: 1_001, by: 2) { session.open(stream) }
        #expect(session.output().isEmpty)
        for stream in stride(from: Int32(1), to: 1_001, by: 2) {
            session.receive(TestPeer.frame(.reset, 0, stream, TestPeer.bigEndian(8)))
        }
        #expect(memory.sleep())
        memory.wake()
        session.open(1_001)
        session.reads = [.last(5)]
        session.respond(1_001)
        #expect(session.output().map(\.kind) == [.headers, .data])
        let other = SessionMemory(SessionPages(), scratch: FrameScratch())
        let busy = BareSession(memory: other)
        for stream in stride(from: Int32(1), to: 361, by: 2) { busy.open(stream) }
        #expect(!other.sleep())
        #expect(!other.isAsleep)
    }

    @Test("a span that was given back is all zeroes for the next session")
    func spans() {
        let pages = SessionPages()
        let taken = (0..<300).compactMap { _ in pages.take() }
        #expect(Set(taken).count == 300)
        for span in taken { span.initializeMemory(as: UInt8.self, repeating: 7, count: SessionPages.spanBytes) }
        for span in taken { pages.give(span) }
        for _ in 0..<300 {
            let span = pages.take()
            #expect(span.map { $0.load(as: UInt64.self) | $0.load(fromByteOffset: 8_192, as: UInt64.self) } == 0)
        }
    }

    @Test("a session rests after a silence that grows with each time that it had to be brought back")
    func patience() {
        var rest = SessionRest()
        func looks(_ count: Int) -> [Bool] { (0..<count).map { _ in rest.isDue() } }
        #expect(looks(2) == [false, true])
        rest.begin(at: 1_000)
        rest.use()
        rest.wake(at: 1_000 + Limits.shortRest - 1)
        #expect(looks(3) == [false, false, true])
        for _ in 0..<20 {
            rest.begin(at: 2_000)
            rest.wake(at: 2_001)
            rest.use()
        }
        let most = Int(Limits.mostRestLooks)
        #expect(looks(most + 1) == Array(repeating: false, count: most) + [true])
        // A PING every twenty seconds, and it rests soon after each.
        rest.begin(at: 3_000)
        rest.wake(at: 3_000 + Limits.shortRest)
        rest.use()
        #expect(looks(2) == [false, true])
        // What cannot rest is looked at less and less.
        for _ in 0..<20 { rest.putOff() }
        #expect(looks(most) == Array(repeating: false, count: most - 1) + [true])
    }
}
