import CNghttp2
import Testing
import UsherRPC

@testable import UsherHTTP2

/// Clients with feeds of one bundle, driven by a seed. Each client keeps books of its windows and checks every frame
/// against them; what each feed must get is known beforehand.
final class FeedRig {
    /// How the clients are.
    struct Setting: Sendable {
        var seed: UInt64
        /// False sends everything by nghttp2.
        var isFramed = true
        /// Connections' windows are never full, so that both ways send the same at the same moment.
        var isRoomy = true
        var usesTLS = false
    }

    /// What a client saw of a stream, and who left the bundle.
    typealias Transcript = [String]

    private struct Generator: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
            return mixed ^ mixed >> 31
        }
    }

    /// A client's connection and its books.
    private final class Client {
        let peer: TestPeer
        var window = 65_535
        var initial: Int
        var windows: [Int32: Int] = [:]
        var frames: [Int32: [TestPeer.Frame]] = [:]
        var nextCall: Int32 = 1_001
        var faults: [String] = []

        init(_ peer: TestPeer, initial: Int) {
            self.peer = peer
            self.initial = initial
        }

        func see(_ frame: TestPeer.Frame) {
            guard frame.stream > 0, frame.kind == .data || frame.kind == .headers || frame.kind == .reset else {
                return
            }
            frames[frame.stream, default: []].append(frame)
            guard frame.kind == .data, !frame.payload.isEmpty else { return }
            window -= frame.payload.count
            windows[frame.stream, default: initial] -= frame.payload.count
            if window < 0 { faults.append("the connection's window is overdrawn") }
            if windows[frame.stream, default: initial] < 0 { faults.append("stream \(frame.stream) is overdrawn") }
        }
    }

    private final class Feed: Sendable {
        let client: Int
        let stream: Int32
        let channel: any FeedChannel
        init(_ client: Int, _ stream: Int32, _ channel: any FeedChannel) {
            (self.client, self.stream, self.channel) = (client, stream, channel)
        }
    }

    /// Guard: touched on the server's loop alone.
    private final class Loop: @unchecked Sendable {
        let bundle: any FeedBundle
        var members: Set<ObjectIdentifier> = []
        init(_ bundle: any FeedBundle) { self.bundle = bundle }
    }

    private let setting: Setting
    private var random: Generator
    private var clients: [Client] = []
    private var feeds: [Feed] = []
    private var expected: [ObjectIdentifier: [[UInt8]]] = [:]
    private var gone: Set<ObjectIdentifier> = []
    private var transcript: Transcript = []
    private var loop: Loop?
    /// Frames that went past nghttp2.
    private(set) var directFrames = 0

    private init(_ setting: Setting) {
        self.setting = setting
        random = Generator(state: setting.seed)
    }

    /// Plays `steps` steps, opens all windows and checks everything.
    static func play(
        _ setting: Setting, steps: Int, _ service: TestService, _ port: UInt16
    ) async throws -> Transcript {
        let rig = FeedRig(setting)
        // The first has its connection to itself.
        for (client, count) in [1, 3, 1, 5].enumerated() {
            try await rig.connect(client, feeds: count, service, port)
        }
        // Something goes past nghttp2 in any case.
        for byte: UInt8 in 2...4 { try await rig.sendToAll([[[byte, byte]]], extra: nil) }
        try rig.sync()
        try await rig.compareWindows()
        for _ in 0..<steps {
            try await rig.step()
            try rig.sync()
            try await rig.rejoin()
            if Int.random(in: 0..<4, using: &rig.random) == 0 { try await rig.compareWindows() }
        }
        try await rig.finish()
        return rig.transcript
    }

    private func connect(_ number: Int, feeds count: Int, _ service: TestService, _ port: UInt16) async throws {
        let initial = setting.isRoomy ? 40_000 : [400, 65_535][number % 2]
        let tls = setting.usesTLS ? RawTLSPeer.Options() : nil
        let peer = try TestPeer(port: port, settings: [(4, UInt32(initial))], tls: tls)
        let client = Client(peer, initial: initial)
        peer.witness = { [unowned client] in client.see($0) }
        clients.append(client)
        if setting.isRoomy { try openWindow(client, 0, 1 << 24) }
        for index in 0..<count {
            let stream = Int32(index * 2 + 1)
            // Half of the clients would take gzip.
            let extra = number % 2 == 0 ? [] : [("grpc-accept-encoding", "gzip")]
            try peer.call(stream, "/test.Test/Feed", [[1]], extra)
            let feed = Feed(number, stream, await service.channels.take())
            feeds.append(feed)
            expected[ObjectIdentifier(feed)] = [[1]]
            client.windows[stream] = initial
        }
        try sync()
        if loop == nil { loop = await onLoop(of: feeds[0].channel) { Loop($0.makeBundle()) } }
        try await rejoin()
    }

    private func openWindow(_ client: Client, _ stream: Int32, _ bytes: Int) throws {
        if stream == 0 { client.window += bytes } else { client.windows[stream, default: client.initial] += bytes }
        try client.peer.openWindow(stream, UInt32(bytes))
    }

    /// Everything that was said before has arrived. Twice: an acknowledgement overtakes DATA that windows held back.
    private func sync() throws {
        for client in clients {
            try client.peer.sync()
            try client.peer.sync()
            #expect(client.faults.isEmpty, "seed \(setting.seed)")
        }
    }

    // MARK: Steps

    private func step() async throws {
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<9: try await sendToAll()
        case 9...10: try await sendToOne()
        case 11...13: try giveWindow()
        case 14: try changeInitialWindow()
        case 15: try call("/test.Test/Echo", Int.random(in: 0...(setting.isRoomy ? 15_000 : 900), using: &random))
        case 16: try call("/test.Test/Packed", Int.random(in: 0...3_000, using: &random))
        case 17: try await end()
        case 18: try reset()
        default:
            // Several in one tick, with an ordinary message between them.
            try await sendToAll(times: 3)
        }
    }

    private func randomMessage() -> [UInt8] {
        let count = [0, 5, 60, 61, 300, 2_000, 17_000][Int.random(in: 0..<(setting.isRoomy ? 7 : 6), using: &random)]
        return (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
    }

    private func open() -> [Feed] { feeds.filter { !gone.contains(ObjectIdentifier($0)) } }

    private func sendToAll(times: Int = 1) async throws {
        let rounds = (0..<times).map { _ in (0...Int.random(in: 0..<3, using: &random)).map { _ in randomMessage() } }
        try await sendToAll(rounds, extra: times > 1 ? randomMessage() : nil)
    }

    private func sendToAll(_ rounds: [[[UInt8]]], extra: [UInt8]?) async throws {
        guard let loop, let first = open().first else { return }
        let outcome = await onLoop(of: first.channel) { channel -> [(members: Set<ObjectIdentifier>, extra: Bool)] in
            rounds.map { round in
                loop.bundle.send(round.map { FramedMessage($0) }) { loop.members.remove(ObjectIdentifier($0)) }
                if let extra { channel.send(FramedMessage(extra)) }
                return (loop.members, extra != nil)
            }
        }
        for (round, result) in zip(rounds, outcome) {
            for feed in open() where result.members.contains(ObjectIdentifier(feed)) {
                expected[ObjectIdentifier(feed), default: []] += round
            }
            if let extra { expected[ObjectIdentifier(first), default: []].append(extra) }
            transcript.append(
                "members \(feeds.indices.filter { result.members.contains(ObjectIdentifier(feeds[$0])) })")
        }
    }

    private func sendToOne() async throws {
        guard let feed = open().randomElement(using: &random) else { return }
        let message = randomMessage()
        await onLoop(of: feed.channel) { $0.send(FramedMessage(message)) }
        expected[ObjectIdentifier(feed), default: []].append(message)
    }

    private func giveWindow() throws {
        guard let feed = open().randomElement(using: &random) else { return }
        let client = clients[feed.client]
        try openWindow(client, feed.stream, Int.random(in: 1...(setting.isRoomy ? 30_000 : 3_000), using: &random))
        if !setting.isRoomy { try openWindow(client, 0, Int.random(in: 1...3_000, using: &random)) }
    }

    private func changeInitialWindow() throws {
        guard let client = clients.randomElement(using: &random) else { return }
        let initial = Int.random(in: 0...(setting.isRoomy ? 30_000 : 3_000), using: &random)
        for stream in client.windows.keys { client.windows[stream, default: 0] += initial - client.initial }
        client.initial = initial
        try client.peer.send(TestPeer.frame(.settings, 0, 0, [0, 4] + TestPeer.bigEndian(UInt32(initial))))
        // It is acknowledged as the others are.
        try client.peer.awaitAcknowledgement()
    }

    private func call(_ path: String, _ count: Int) throws {
        guard let client = clients.randomElement(using: &random) else { return }
        let message = (0..<count).map { _ in UInt8.random(in: 97...99, using: &random) }
        try client.peer.call(client.nextCall, path, [message], [("grpc-accept-encoding", "gzip")])
        client.nextCall += 2
    }

    /// Trailers follow on what was sent.
    private func end() async throws {
        guard open().count > 4, let feed = open().randomElement(using: &random) else { return }
        await onLoop(of: feed.channel) { $0.finish(nil) }
        gone.insert(ObjectIdentifier(feed))
    }

    private func reset() throws {
        guard open().count > 4, let feed = open().randomElement(using: &random) else { return }
        try clients[feed.client].peer.reset(feed.stream)
        gone.insert(ObjectIdentifier(feed))
        // What did not fit in its window does not come any more.
        try sync()
        expected[ObjectIdentifier(feed)] = nil
    }

    /// Whoever can take more is in the bundle again.
    private func rejoin() async throws {
        guard let loop, let first = feeds.first else { return }
        let all = open()
        await onLoop(of: first.channel) { _ in
            for feed in all where feed.channel.isOpen && feed.channel.isDrained {
                guard loop.members.insert(ObjectIdentifier(feed)).inserted else { continue }
                loop.bundle.add(feed.channel, for: feed)
            }
        }
    }

    // MARK: Checks

    /// nghttp2's windows, once it was told of everything, are the client's.
    private func compareWindows() async throws {
        for feed in open() {
            let client = clients[feed.client]
            let own = await onLoop(of: feed.channel) { channel -> (Int, Int, Int)? in
                guard let stream = channel as? ServerStream, let connection = stream.connection else { return nil }
                connection.session.settleFeeds()
                connection.writeSettled()
                let handle = connection.session.handle
                return (
                    Int(nghttp2_session_get_remote_window_size(handle)),
                    Int(nghttp2_session_get_stream_remote_window_size(handle, stream.id)),
                    connection.session.directBytes
                )
            }
            guard let (window, streamWindow, direct) = own else { continue }
            #expect(window == client.window, "seed \(setting.seed), the window of client \(feed.client)")
            #expect(
                streamWindow == max(0, client.windows[feed.stream, default: 0]),
                "seed \(setting.seed), stream \(feed.stream) of client \(feed.client)")
            if !setting.isFramed { #expect(direct == 0) }
            if direct > 0 { directFrames += 1 }
        }
    }

    private func finish() async throws {
        for feed in feeds { try openWindow(clients[feed.client], feed.stream, 1 << 20) }
        for client in clients { try openWindow(client, 0, 1 << 24) }
        for _ in 0..<3 { try sync() }
        try await compareWindows()
        // Of the first client, which is alone on its connection: unless it was reset early.
        if setting.isFramed, !setting.usesTLS { #expect(directFrames > 0, "seed \(setting.seed)") }
        for feed in feeds {
            let frames = clients[feed.client].frames[feed.stream] ?? []
            if let expected = expected[ObjectIdentifier(feed)] {
                var answer = TestPeer.Answer()
                answer.body = frames.filter { $0.kind == .data }.flatMap(\.payload)
                #expect(answer.messages == expected, "seed \(setting.seed), stream \(feed.stream) of \(feed.client)")
                #expect(frames.last?.endsStream == gone.contains(ObjectIdentifier(feed)), "seed \(setting.seed)")
            }
            // How a tick's messages are cut into frames is each way's own affair.
            var body = 0
            var mixed: UInt64 = 0xCBF2_9CE4_8422_2325
            for byte in frames.lazy.filter({ $0.kind == .data }).flatMap(\.payload) {
                mixed = (mixed ^ UInt64(byte)) &* 0x100_0000_01B3
                body += 1
            }
            let others = frames.filter { $0.kind != .data }.map { "\($0.kind) \($0.flags)" }
            transcript.append("\(feed.client).\(feed.stream) \(body) bytes \(mixed), \(others)")
        }
    }
}
