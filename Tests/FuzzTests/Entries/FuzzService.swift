import Synchronization
import UsherRPC

/// A service with each kind of handler: ones that answer at once, at length, late or never by themselves.
final class FuzzService: Service {
    static let names = ["Echo", "Fail", "Hold", "Big", "Chat", "Pour", "Feed", "Small"]

    private struct State {
        var holders: [CheckedContinuation<Void, Never>] = []
        var feeds: [any FeedChannel] = []
    }
    private let state = Mutex(State())

    let name = "fuzz.Fuzz"

    var methods: [Method] {
        [
            Method("Echo", .unary { (_, message) throws(RPCError) in message }),
            Method("Small", maxRequestBytes: 4, .unary { (_, message) throws(RPCError) in message }),
            Method(
                "Fail",
                .unary { (_, message) throws(RPCError) in
                    throw RPCError(.aborted, String(decoding: message, as: UTF8.self), details: message)
                }),
            Method(
                "Hold",
                .unary { (_, message) throws(RPCError) in
                    await withCheckedContinuation { waiter in self.state.withLock { $0.holders.append(waiter) } }
                    return message
                }),
            Method("Big", .unary { (_, _) throws(RPCError) in [UInt8](repeating: 7, count: 300 << 10) }),
            Method(
                "Chat",
                .streaming { (_, request, response) throws(RPCError) in
                    while let message = try await request.next() { try await response.send(message) }
                }),
            Method(
                "Pour",
                .streaming { (_, _, response) throws(RPCError) in
                    response.sendHeaders()
                    for number in 0..<20 { try await response.send([UInt8](repeating: UInt8(number), count: 9_000)) }
                }),
            Method(
                "Feed",
                .feed { (_, message, channel) throws(RPCError) in
                    if message == [9] { throw RPCError(.notFound, "no such show") }
                    channel.onDrained {}
                    channel.onClosed {}
                    channel.send(FramedMessage(message))
                    self.state.withLock { $0.feeds.append(channel) }
                }),
        ]
    }

    /// Something happens on the handlers' side. On their loop.
    func poke(_ how: UInt8) {
        let feeds = state.withLock { state in
            state.feeds.removeAll { !$0.isOpen }
            return state.feeds
        }
        switch how & 3 {
        case 0: releaseHolders()
        case 1: for feed in feeds where feed.isDrained { feed.send(FramedMessage([how])) }
        case 2: for feed in feeds { feed.send(FramedMessage([UInt8](repeating: how, count: 20_000))) }
        default: for feed in feeds { feed.finish(how & 4 == 0 ? nil : RPCError(.unavailable, "over")) }
        }
    }

    func releaseHolders() {
        for holder in state.withLock({ state in
            defer { state.holders = [] }
            return state.holders
        }) {
            holder.resume()
        }
    }

    /// Lets everything go that is left of an input.
    func reset() {
        releaseHolders()
        state.withLock { $0.feeds = [] }
    }
}
