import Synchronization
import Testing
import UsherRPC

@testable import UsherHTTP2

/// Calls whose request is a stream.
@Suite("A client's request streams", .timeLimit(.minutes(5)))
final class ClientDuplexTests: Sendable {
    private static let options = CallOptions(timeout: 60_000_000_000)
    /// Who lets go of a channel closes it.
    private let channels = Mutex<[Channel]>([])

    private func channel(_ server: ScriptedServer) throws -> Channel {
        let channel = try ClientFaultTests.channel(server)
        channels.withLock { $0.append(channel) }
        return channel
    }

    /// One call to a server that does `script` with its stream, and the server's other connections likewise.
    private func call(
        _ reply: ClientCallMachine.Reply, _ script: @escaping @Sendable (ScriptedPeer, Int32) -> Void
    ) throws -> any ClientDuplexStream {
        let server = ScriptedServer { peer in
            peer.greet()
            while let stream = peer.opened() { script(peer, stream) }
        }
        return try channel(server).stream("/test.Echo/Chat", reply: reply, options: Self.options)
    }

    private func error(_ body: () async throws(RPCError) -> Void) async -> RPCError? {
        do throws(RPCError) {
            try await body()
            return nil
        } catch {
            return error
        }
    }

    @Test("messages and replies alternate on one stream")
    func pingPong() async throws {
        let stream = try call(.many) { peer, stream in
            peer.accept(stream)
            while let piece = peer.piece() { peer.data(stream, piece) }
            peer.trailers(stream, 0, [("x-end", "yes")])
        }
        for value in 0..<50 {
            #expect(try await stream.send([UInt8(value)]))
            #expect(try await stream.next() == [UInt8(value)])
        }
        stream.finishSending()
        #expect(try await stream.next() == nil)
        #expect(stream.trailers["x-end"] == "yes")
    }

    @Test("a request without messages is headers and an end")
    func empty() async throws {
        let stream = try call(.many) { peer, stream in
            #expect(peer.piece() == nil)
            peer.accept(stream)
            peer.trailers(stream)
        }
        stream.finishSending()
        stream.finishSending()
        #expect(try await stream.next() == nil)
    }

    @Test("a server that does not read holds the sender back")
    func backPressure() async throws {
        let size = 16_379
        let count = 100
        let sent = Mutex(0)
        let largest = Mutex(0)
        let stream = try call(.one) { peer, stream in
            var allowed = 65_535
            var got = 0
            while true {
                while got < allowed, let piece = peer.piece() { got += piece.count }
                if got < allowed { break }
                peer.roundTrip()
                let ahead = sent.withLock { $0 } * (size + 5) - allowed
                largest.withLock { $0 = max($0, ahead) }
                allowed += size + 5
                peer.allow(stream, size + 5)
            }
            peer.accept(stream)
            peer.message(stream, [UInt8(got / (size + 5))])
            peer.trailers(stream)
        }
        for _ in 0..<count {
            try await stream.send([UInt8](repeating: 7, count: size))
            sent.withLock { $0 += 1 }
        }
        #expect(try await stream.reply().message == [UInt8(count)])
        // A message that found room was sent, also if it takes more than there was.
        #expect(largest.withLock { $0 } <= Limits.clientQueuedBytes + size + 5)
    }

    @Test("a status before the request's end ends the sends with it")
    func refusedInMidRequest() async throws {
        let stream = try call(.one) { peer, stream in
            _ = peer.piece()
            peer.headers(
                stream,
                [
                    (":status", "200"), ("content-type", "application/grpc"), ("grpc-status", "9"),
                    ("grpc-message", "enough"),
                ], end: true)
            peer.reset(stream, 0)
        }
        let failure = await error { () throws(RPCError) in
            while true { try await stream.send([UInt8](repeating: 1, count: 10_000)) }
        }
        #expect(failure?.code == .failedPrecondition)
        #expect(failure?.message == "enough")
        #expect(await error { () throws(RPCError) in _ = try await stream.next() } == failure)
        #expect(await error { () throws(RPCError) in try await stream.send([]) } == failure)
    }

    @Test("OK before the request's end: the server wants no more, and RST_STREAM(NO_ERROR) after it changes nothing")
    func answeredInMidRequest() async throws {
        let stream = try call(.one) { peer, stream in
            _ = peer.piece()
            peer.reply(stream, [4])
            peer.reset(stream, 0)
        }
        while try await stream.send([UInt8](repeating: 1, count: 10_000)) {}
        #expect(try await stream.reply().message == [4])
    }

    @Test("OK before the request's end: a server that does not reset the stream gets it reset")
    func answeredWithoutReset() async throws {
        let code = Mutex<Int?>(nil)
        let done = Signal()
        let stream = try call(.one) { peer, stream in
            peer.reply(stream, [4])
            let reset = peer.resetCode()
            code.withLock { $0 = reset }
            done.fire()
        }
        #expect(try await stream.next() == [4])
        #expect(try await stream.next() == nil)
        await done.wait()
        #expect(code.withLock { $0 } == 8)
    }

    @Test("a single reply counts only with its status")
    func singleReply() async throws {
        let failed = try call(.one) { peer, stream in
            peer.accept(stream)
            peer.message(stream, [1])
            peer.trailers(stream, 10)
        }
        #expect(await error { () throws(RPCError) in _ = try await failed.next() }?.code == .aborted)
        let none = try call(.one) { peer, stream in
            peer.accept(stream)
            peer.trailers(stream)
        }
        #expect(await error { () throws(RPCError) in _ = try await none.reply() }?.code == .unimplemented)
        let two = try call(.one) { peer, stream in
            peer.accept(stream)
            peer.message(stream, [1])
            peer.message(stream, [2])
            peer.trailers(stream)
        }
        #expect(await error { () throws(RPCError) in _ = try await two.reply() }?.code == .unimplemented)
    }

    @Test("a message after the request's end is refused here")
    func sendAfterEnd() async throws {
        let stream = try call(.many) { peer, _ in peer.waitForEnd() }
        stream.finishSending()
        #expect(await error { () throws(RPCError) in try await stream.send([1]) }?.code == .internal)
    }

    @Test("cancelling the task of a sender that is held back cancels the call")
    func cancelSender() async throws {
        let code = Mutex<Int?>(nil)
        let full = Signal()
        let done = Signal()
        let stream = try call(.many) { peer, _ in
            var got = 0
            while got < 65_535, let piece = peer.piece() { got += piece.count }
            full.fire()
            let reset = peer.resetCode()
            code.withLock { $0 = reset }
            done.fire()
        }
        let sender = Task {
            await error { () throws(RPCError) in
                while true { try await stream.send([UInt8](repeating: 1, count: 10_000)) }
            }
        }
        await full.wait()
        sender.cancel()
        #expect(await sender.value?.code == .cancelled)
        await done.wait()
        #expect(code.withLock { $0 } == 8)
    }

    @Test("letting go of the stream cancels the call")
    func letGo() async throws {
        let code = Mutex<Int?>(nil)
        let done = Signal()
        do {
            let stream = try call(.many) { peer, stream in
                peer.accept(stream)
                let reset = peer.resetCode()
                code.withLock { $0 = reset }
                done.fire()
            }
            _ = try await stream.headers()
        }
        await done.wait()
        #expect(code.withLock { $0 } == 8)
    }

    @Test("a connection that breaks ends the sends with UNAVAILABLE")
    func brokenConnection() async throws {
        let stream = try call(.many) { peer, _ in
            _ = peer.piece()
            peer.breakOff()
        }
        let failure = await error { () throws(RPCError) in
            while true { try await stream.send([UInt8](repeating: 1, count: 10_000)) }
        }
        #expect(failure?.code == .unavailable)
    }

    @Test("the deadline ends a sender that is held back")
    func deadline() async throws {
        let server = ScriptedServer { peer in
            peer.greet()
            peer.waitForEnd()
        }
        let stream = try channel(server).stream(
            "/test.Echo/Chat", reply: .many, options: CallOptions(timeout: 50_000_000))
        let failure = await error { () throws(RPCError) in
            while true { try await stream.send([UInt8](repeating: 1, count: 10_000)) }
        }
        #expect(failure?.code == .deadlineExceeded)
    }

    @Test("a refused stream is opened again while nothing of its request was sent, else it is UNAVAILABLE")
    func refusedStream() async throws {
        let opened = Signal()
        let server = ScriptedServer { peer in
            peer.greet()
            guard let first = peer.opened() else { return }
            peer.reset(first, 7)
            guard let second = peer.opened() else { return }
            opened.fire()
            while let piece = peer.piece() { #expect(piece == [0, 0, 0, 0, 1, 5]) }
            peer.reply(second, [6])
            guard let third = peer.opened() else { return }
            _ = peer.piece()
            peer.reset(third, 7)
            peer.waitForEnd()
        }
        let channel = try channel(server)
        let stream = channel.stream("/test.Echo/Collect", reply: .one, options: Self.options)
        await opened.wait()
        try await stream.send([5])
        #expect(try await stream.reply().message == [6])
        let begun = channel.stream("/test.Echo/Collect", reply: .one, options: Self.options)
        try await begun.send([1])
        #expect(await error { () throws(RPCError) in _ = try await begun.reply() }?.code == .unavailable)
    }
}
