import Testing
import UsherRPC

@testable import UsherHTTP2

/// Compression as a client chooses and meets it.
@Suite("A client that compresses", .timeLimit(.minutes(5)))
struct ClientCompressionTests {
    static let packing = CallOptions(timeout: 60_000_000_000, requestEncoding: .gzip)
    static let plain = CallOptions(timeout: 60_000_000_000)

    /// Runs `body` with a channel to a server of `TestService`.
    private func serve(_ body: @escaping @Sendable (Channel) async throws -> Void) async throws {
        try await withServer { _, _, port in
            let channel = try Channel(host: "127.0.0.1", port: port)
            defer { channel.close() }
            try await body(channel)
        }
    }

    @Test(
        "a unary call is compressed if its options say so, and its reply if the service does",
        arguments: [900, 700_000])
    func unary(size: Int) async throws {
        try await serve { channel in
            let message = GzipTests.text(size)
            for options in [Self.packing, Self.plain] {
                let reply = try await channel.unary("/test.Test/Alike", message, options: options)
                #expect(reply.message == message)
                #expect(reply.wasCompressed == (options == Self.packing))
            }
        }
    }

    @Test("a message that does not shrink travels as it is")
    func noise() async throws {
        try await serve { channel in
            let reply = try await channel.unary("/test.Test/Alike", [1, 2, 3], options: Self.packing)
            #expect(reply.message == [1, 2, 3])
            #expect(!reply.wasCompressed)
        }
    }

    @Test("a large reply comes compressed without being asked for: this client takes gzip")
    func reply() async throws {
        try await serve { channel in
            let message = [UInt8](repeating: 5, count: 3_000_000)
            let reply = try await channel.unary("/test.Test/Packed", message, options: Self.plain)
            #expect(reply.wasCompressed)
            #expect(reply.message == message)
            let stream = channel.serverStream("/test.Test/Packed", message, options: Self.packing)
            #expect(try await stream.next() == message)
            #expect(stream.wasCompressed)
            #expect(try await stream.next() == nil)
        }
    }

    @Test("each message of a stream is compressed or not, as its sender says, both ways")
    func stream() async throws {
        try await serve { channel in
            let stream = channel.stream("/test.Test/AlikeChat", reply: .many, options: Self.packing)
            for number in 0..<10 {
                let message = GzipTests.text(number % 3 == 0 ? 100_000 : 500)
                #expect(try await stream.send(message, compressed: number % 2 == 0))
                #expect(try await stream.next() == message)
                #expect(stream.wasCompressed == (number % 2 == 0))
            }
            let message = GzipTests.text(500)
            try await stream.send(message)
            stream.finishSending()
            #expect(try await stream.next() == message)
            #expect(stream.wasCompressed)
            #expect(try await stream.next() == nil)
        }
    }

    @Test("in a stream without an encoding nothing is compressed")
    func noEncoding() async throws {
        try await serve { channel in
            let stream = channel.stream("/test.Test/AlikeChat", reply: .one, options: Self.plain)
            let message = GzipTests.text(500)
            try await stream.send(message, compressed: true)
            let reply = try await stream.reply()
            #expect(reply.message == message)
            #expect(!reply.wasCompressed)
        }
    }

    @Test("the compressed reply of a stream with one reply says so")
    func oneReply() async throws {
        try await serve { channel in
            let stream = channel.stream("/test.Test/AlikeChat", reply: .one, options: Self.packing)
            let message = GzipTests.text(500)
            try await stream.send(message)
            let reply = try await stream.reply()
            #expect(reply.message == message)
            #expect(reply.wasCompressed)
        }
    }

    // MARK: Servers that do it wrong

    /// Answers every call with this encoding and these messages, all marked as compressed.
    private static func server(_ encoding: String?, _ messages: [[UInt8]]) -> ScriptedServer {
        ScriptedServer { peer in
            peer.greet()
            while let stream = peer.request() {
                let extra = encoding.map { [("grpc-encoding", $0)] } ?? []
                peer.headers(stream, [(":status", "200"), ("content-type", "application/grpc")] + extra)
                for message in messages { peer.data(stream, TestPeer.packed(message)) }
                peer.trailers(stream)
            }
        }
    }

    static let faults: [(encoding: String?, message: [UInt8], limit: Int, code: StatusCode, text: String)] = [
        ("snappy", [1], 100, .internal, "snappy"), (nil, Gzipped.stored([1]), 100, .internal, "grpc-encoding"),
        ("identity", Gzipped.stored([1]), 100, .internal, "grpc-encoding"),
        ("gzip", Array("no gzip".utf8), 100, .internal, "gzip"), ("gzip", [], 100, .internal, "gzip"),
        ("gzip", Gzipped.stored([1]).dropLast(), 100, .internal, "gzip"),
        ("gzip", Gzipped.stored(Array(0..<101)), 100, .resourceExhausted, "100"),
        ("gzip", Gzipped.packed([UInt8](repeating: 0, count: 4 << 20)) ?? [], 1 << 20, .resourceExhausted, "1048576"),
    ]

    @Test("a reply that cannot be read ends the call with the reason", arguments: faults)
    func fault(encoding: String?, message: [UInt8], limit: Int, code: StatusCode, text: String) async throws {
        let server = Self.server(encoding, [message])
        defer { server.stop() }
        let channel = try Channel(host: "127.0.0.1", port: server.port)
        defer { channel.close() }
        let options = CallOptions(timeout: 60_000_000_000, maxReplyBytes: limit)
        let unary = await #expect(throws: RPCError.self) {
            try await channel.unary("/test.Echo/Say", [], options: options)
        }
        #expect(unary?.code == code)
        #expect(unary?.message.contains(text) == true)
        let stream = channel.serverStream("/test.Echo/Say", [], options: options)
        for _ in 0..<2 {
            let error = await #expect(throws: RPCError.self) { try await stream.next() }
            #expect(error?.code == code)
        }
    }

    @Test("what came before the message that cannot be read is given, and nothing after it")
    func order() async throws {
        let server = Self.server("gzip", [Gzipped.stored([1]), [9], Gzipped.stored([2])])
        defer { server.stop() }
        let channel = try Channel(host: "127.0.0.1", port: server.port)
        defer { channel.close() }
        let stream = channel.serverStream("/test.Echo/Say", [], options: Self.plain)
        #expect(try await stream.next() == [1])
        for _ in 0..<2 {
            let error = await #expect(throws: RPCError.self) { try await stream.next() }
            #expect(error?.code == .internal)
        }
    }

    @Test("a sender learns that the replies to it cannot be read")
    func sender() async throws {
        let server = ScriptedServer { peer in
            peer.greet()
            while let stream = peer.opened() {
                peer.headers(
                    stream, [(":status", "200"), ("content-type", "application/grpc"), ("grpc-encoding", "gzip")])
                peer.data(stream, TestPeer.packed([9]))
                while peer.piece() != nil {}
            }
        }
        defer { server.stop() }
        let channel = try Channel(host: "127.0.0.1", port: server.port)
        defer { channel.close() }
        let stream = channel.stream("/test.Echo/Chat", reply: .many, options: Self.plain)
        await #expect(throws: RPCError.self) { try await stream.next() }
        let error = await #expect(throws: RPCError.self) { while try await stream.send([1]) {} }
        #expect(error?.code == .internal)
    }

    @Test("a server that does not know gzip is told apart: UNIMPLEMENTED")
    func unknownToServer() async throws {
        let server = ScriptedServer { peer in
            peer.greet()
            while let stream = peer.request() {
                peer.headers(
                    stream,
                    [
                        (":status", "200"), ("content-type", "application/grpc"), ("grpc-status", "12"),
                        ("grpc-accept-encoding", "identity"),
                    ], end: true)
            }
        }
        defer { server.stop() }
        let channel = try Channel(host: "127.0.0.1", port: server.port)
        defer { channel.close() }
        let error = await #expect(throws: RPCError.self) {
            try await channel.unary("/test.Echo/Say", GzipTests.text(500), options: Self.packing)
        }
        #expect(error?.code == .unimplemented)
    }
}
