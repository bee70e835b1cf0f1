import UsherRPC

@testable import UsherHTTP2

/// A real server loop turned by hand, with a hostile client on a socket pair. After each input another client is served
/// as ever, the attacker was told off if it was, and nothing of it is left.
final class ServerRig {
    private let reactor: Reactor
    private let loop: ServerLoop
    private let service = FuzzService()
    private let inbound = Budget(Limits.maxInboundTotal)
    private let outbound = Budget(Limits.maxOutboundTotal)
    private let connections = Budget(Limits.maxConnections)

    init() throws {
        reactor = try Reactor()
        reactor.adoptThread()
        loop = ServerLoop(
            reactor: reactor, dispatch: Dispatch([service]), inbound: inbound, outbound: outbound,
            connectionCount: connections, options: HTTP2Server.Options(loops: 1))
    }

    func run(_ input: [UInt8]) throws {
        let script = FrameScript(input, as: .client)
        let (client, server) = try SocketEnd.pair(narrow: script.isNarrow)
        loop.accepted(server, peer: "fuzz")
        let answers = AnswerCheck()
        for step in script.steps {
            switch step {
            case .send(let bytes): try send(bytes, client, answers)
            case .turn: turn()
            case .read: try answers.receive(client.receive())
            case .poke(let how):
                if how < 0xF0 { service.poke(how) } else { passTime(how) }
                turn()
            }
        }
        for _ in 0..<20 where !client.isAtEnd {
            turn()
            try answers.receive(client.receive())
        }
        let isTold = answers.goAwayCode != 0
        try require(!isTold || client.isAtEnd, "GOAWAY \(answers.goAwayCode), and the connection stays")
        try serveAnother()
        client.close()
        try finish()
    }

    /// Seconds to hours, in which timers of all kinds come due.
    private func passTime(_ how: UInt8) {
        let seconds: [Int64] = [1, 5, 11, 21, 61, 121, 1_801, 7_300]
        let span = seconds[Int(how) % seconds.count] * 1_000_000_000
        let reactor = reactor
        _ = Task(executorPreference: reactor) { await reactor.advance(by: span) }
        turn()
    }

    private func turn() {
        for _ in 0..<3 { reactor.turn() }
    }

    private func send(_ bytes: [UInt8], _ client: SocketEnd, _ answers: AnswerCheck) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            guard let sent = client.send(rest) else { return }
            rest = rest.dropFirst(sent)
            if sent == 0 {
                turn()
                try answers.receive(client.receive())
            }
        }
    }

    private static let politeCall =
        WireBytes.preface + WireBytes.frame(4, 0, 0, [])
        + WireBytes.frame(
            1, 4, 1,
            WireBytes.block([
                (":method", "POST"), (":scheme", "http"), (":path", "/fuzz.Fuzz/Echo"), (":authority", "fuzz"),
                ("te", "trailers"), ("content-type", "application/grpc"),
            ]))
        + WireBytes.frame(0, 1, 1, WireBytes.message([4, 5, 6]))

    private func serveAnother() throws {
        let (client, server) = try SocketEnd.pair(narrow: false)
        loop.accepted(server, peer: "polite")
        let answers = AnswerCheck()
        try send(Self.politeCall, client, answers)
        turn()
        try answers.receive(client.receive())
        try require(answers.messages(1) == [[4, 5, 6]] && answers.status(1) == "0", "another client is not served")
        client.close()
    }

    private func finish() throws {
        service.reset()
        var isIdle = false
        loop.whenIdle { isIdle = true }
        for _ in 0..<100 where !isIdle { reactor.turn() }
        // A large reply is compressed on another thread.
        for _ in 0..<2_000 where !isIdle { reactor.turn(1) }
        // Jobs that the end posted.
        for _ in 0..<3 { reactor.turn() }
        try require(isIdle, "connections or handlers are left: \(connections.inUse), \(loop.runningHandlers)")
        try require(connections.inUse == 0, "\(connections.inUse) connections are left in the books")
        try require(inbound.inUse == 0, "\(inbound.inUse) inbound bytes are left in the books")
        try require(outbound.inUse == 0, "\(outbound.inUse) outbound bytes are left in the books")
    }
}
