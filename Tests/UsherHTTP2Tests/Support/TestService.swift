import UsherRPC

@testable import UsherHTTP2

/// A service with one method for each way in which a call can go.
struct TestService: Service {
    let name = "test.Test"
    /// Channels of `Feed`, as they open.
    let channels = Latch<any FeedChannel>()
    /// What happened, in words.
    let events = Latch<String>()
    /// Lets `Hold` go on.
    let release = Latch<Void>()

    var methods: [Method] {
        [
            Method("Echo", maxRequestBytes: 16 << 20, .unary { (_, message) throws(RPCError) in message }),
            Method("Small", maxRequestBytes: 10, .unary { (_, message) throws(RPCError) in message }),
            Method(
                "Packed", maxRequestBytes: 16 << 20, replyCompression: .large,
                .unary { (_, message) throws(RPCError) in message }),
            // Replies compressed if the request came so.
            Method(
                "Alike", replyCompression: .chosen,
                .unary { (call, message) throws(RPCError) in
                    if call.wasCompressed { call.response.compressReply() }
                    return message
                }),
            Method(
                "AlikeChat", replyCompression: .chosen,
                .streaming { (_, request, response) throws(RPCError) in
                    while let message = try await request.next() {
                        try await response.send(message, compressed: request.wasCompressed)
                    }
                }),
            Method(
                "Fail",
                .unary { (call, _) throws(RPCError) in
                    var metadata = Metadata()
                    for value in call.metadata.values("x-echo") { metadata.add("x-echo", value) }
                    throw RPCError(.aborted, "seat ⛔ taken", details: [1, 2, 255], metadata: metadata)
                }),
            Method("Count", .unary { (_, message) throws(RPCError) in Array(String(message.count).utf8) }),
            Method("Megabyte", .unary { (_, _) throws(RPCError) in [UInt8](repeating: 0, count: 1 << 20) }),
            // Answers with what the request's metadata says, and fails if the message is not empty.
            Method(
                "Decorate",
                .unary { (call, message) throws(RPCError) in
                    call.response.addHeaders(call.metadata)
                    var trailers = Metadata()
                    trailers.addBinary("x-trail-bin", [0xAB, 0xCD])
                    trailers.add("grpc-status", "7")
                    call.response.addTrailers(trailers)
                    guard message.isEmpty else { throw RPCError(.notFound, "none") }
                    return message
                }),
            Method("Thread", .unary { (call, _) throws(RPCError) in await onLoop(call) ? [1] : [0] }),
            Method(
                "ThreadStream",
                .streaming { (call, request, response) throws(RPCError) in
                    while try await request.next() != nil {
                        let isOnLoop = await onLoop(call)
                        try await response.send([isOnLoop ? 1 : 0])
                    }
                }),
            Method(
                "Chat",
                .streaming { (_, request, response) throws(RPCError) in
                    while let message = try await request.next() { try await response.send(message) }
                }),
            Method(
                "Lazy",
                .streaming { (_, _, response) throws(RPCError) in
                    response.sendHeaders()
                    await release.take()
                }),
            Method(
                "WaitStream",
                .streaming { (_, request, response) throws(RPCError) in
                    response.onGoingAway { events.put("going \($0.rawValue)") }
                    response.sendHeaders()
                    events.put("started")
                    do throws(RPCError) {
                        while let message = try await request.next() { try await response.send(message) }
                    } catch {
                        events.put("cancelled \(Task.isCancelled)")
                        throw error
                    }
                }),
            Method(
                "Wait",
                .unary { (_, message) throws(RPCError) in
                    events.put("started")
                    do {
                        try await Task.sleep(for: .seconds(3_600))
                    } catch {
                        events.put("cancelled")
                    }
                    return message
                }),
            Method(
                "Hold",
                .unary { (_, message) throws(RPCError) in
                    events.put("started")
                    await release.take()
                    return message
                }),
            Method(
                "Feed",
                .feed { (call, message, channel) throws(RPCError) in
                    channel.onClosed { events.put("closed \(call.loop.isCurrent)") }
                    channel.onDrained { events.put("drained") }
                    channel.onGoingAway { events.put("going \($0.rawValue)") }
                    if message == [9] { throw RPCError(.notFound, "no such show") }
                    channel.send(FramedMessage(message))
                    channels.put(channel)
                }),
        ]
    }

    /// True if the handler is on its loop, also after it was elsewhere.
    private func onLoop(_ call: ServerCall) async -> Bool {
        actor Elsewhere { func visit() {} }
        let before = call.loop.isCurrent
        await Elsewhere().visit()
        await Task.yield()
        return before && call.loop.isCurrent
    }
}

/// Makes connections exactly as old as the options say.
struct HalfwayGenerator: RandomNumberGenerator, Sendable {
    mutating func next() -> UInt64 { 1 << 63 }
}

/// Runs `body` against a server of its own, on a thread of its own: peers block, and must not take the threads of the
/// global pool from other tests.
func withServer(
    loops: Int = 2, onDrain: (@Sendable () async -> Void)? = nil,
    connection: ServerConnectionOptions = ServerConnectionOptions(), options chosen: HTTP2Server.Options? = nil,
    _ body: @escaping @Sendable (TestService, HTTP2Server, UInt16) async throws -> Void
) async throws {
    let service = TestService()
    var options = chosen ?? HTTP2Server.Options(loops: loops, onDrain: onDrain)
    options.connection = connection
    options.generator = HalfwayGenerator()
    let server = try HTTP2Server(services: [service], host: "127.0.0.1", port: 0, options: options)
    let address = try await server.start()
    let thread = try Reactor()
    try thread.start()
    let result = await Task(executorPreference: thread) { try await body(service, server, address.port) }.result
    await server.stop()
    await Task.detached { thread.stop() }.value
    try result.get()
}

/// A peer and the server of one loop that serves `service`; `body` runs on a thread of its own, where the peer may block.
func withPeer(
    of service: any Service, _ body: @escaping @Sendable (HTTP2Server, TestPeer) async throws -> Void
) async throws {
    let server = try HTTP2Server(
        services: [service], host: "127.0.0.1", port: 0, options: HTTP2Server.Options(loops: 1))
    let port = try await server.start().port
    let thread = try Reactor()
    try thread.start()
    let result = await Task(executorPreference: thread) { try await body(server, TestPeer(port: port)) }.result
    await server.stop()
    await Task.detached { thread.stop() }.value
    try result.get()
}

/// Runs `body` on the channel's loop.
func onLoop<R: Sendable>(
    of channel: any FeedChannel, _ body: @escaping @Sendable (any FeedChannel) -> R
) async -> R {
    await withCheckedContinuation { done in
        channel.loop.post { done.resume(returning: body(channel)) }
    }
}
