import UsherCore
import UsherLedger
import UsherRPC
import UsherWire

@testable import UsherGateway

/// A gateway over a scripted ledger, with one show of 64 seats (`s1`, seats `A-0` … `A-63`) on one loop.
final class Stage: Sendable {
    let loop = ManualLoop()
    let fanout: GatewayFanout
    let ledger: ScriptedLedger
    let gateway: Gateway
    static let show = Show(
        showID: "s1", hallID: "h1", hallRevision: 1, title: "Premiere", startsAt: Timestamp(nanoseconds: 0),
        endsAt: Timestamp(nanoseconds: 9_000_000_000_000_000_000), version: 3, epoch: "e1")
    static let ref = ShowRef(tenant: "default", showID: "s1")

    init(seq: UInt64 = 10) {
        fanout = GatewayFanout()
        ledger = ScriptedLedger(fanout)
        gateway = Gateway(ledger: ledger, fanout: fanout)
        let start = Self.start(seq: seq)
        ledger.script { $0.starts[Self.ref] = start }
    }

    static let hall = HallRevision(
        Hall(
            hallID: "h1", revision: 1, rowCount: 1, columnCount: 64,
            seats: (0..<64).map { Seat(code: "A-\($0)", row: 0, column: $0, zoneID: "z") }, zones: [Zone(zoneID: "z")]))

    static func start(seq: UInt64, epoch: String = "e1", state: SeatState = .available) -> FeedStart {
        var show = show
        show.epoch = epoch
        return FeedStart(
            show: show, hall: hall,
            history: SeatHistory(
                showID: "s1", epoch: epoch, hallID: "h1", hallRevision: 1, seq: seq,
                states: [UInt8](repeating: state.rawValue, count: 64)))
    }

    // MARK: Calls

    func method(_ path: String) throws -> UsherRPC.Method {
        let parts = path.split(separator: "/").map(String.init)
        for service in gateway.services where service.name == parts[0] {
            for method in service.methods where method.name == parts[1] { return method }
        }
        throw NoSuchMethod(path: path)
    }

    struct NoSuchMethod: Error { var path: String }

    private let response = DroppedMetadata()

    func call(_ path: String) -> ServerCall {
        ServerCall(path: "/" + path, metadata: Metadata(), deadline: nil, peer: "test", loop: loop, response: response)
    }

    /// As a server takes it: begun without a task where the method can be, else by its handler.
    func unary(_ path: String, _ request: [UInt8]) async throws -> [UInt8] {
        if let begin = try method(path).begin {
            let reply = AwaitedReply()
            if try begin(call(path), request, reply) { return try await reply.take(running: loop) }
        }
        return try await handled(path, request)
    }

    /// By the method's handler.
    func handled(_ path: String, _ request: [UInt8]) async throws -> [UInt8] {
        guard case .unary(let body) = try method(path).handler else { throw NoSuchMethod(path: path) }
        return try await body(call(path), request)
    }

    func unary<Reply: WireMessage>(_ path: String, _ request: some WireMessage) async throws -> Reply {
        try Reply(decoding: await unary(path, request.encoded()))
    }

    /// The error that a call ends with.
    func refusal(_ path: String, _ request: some WireMessage) async throws -> RPCError? {
        do {
            _ = try await unary(path, request.encoded())
            return nil
        } catch let error as RPCError {
            return error
        }
    }

    func feed(_ path: String, _ request: some WireMessage, _ channel: ManualChannel) async throws {
        guard case .feed(let body) = try method(path).handler else { throw NoSuchMethod(path: path) }
        try await body(call(path), request.encoded(), channel)
        loop.run()
    }

    /// A watcher of `s1`.
    func watch(
        epoch: String = "e1", after seq: UInt64 = 10, heartbeat: TimeSpan? = nil, showVersion: UInt64 = 0,
        on other: ManualLoop? = nil
    ) async throws -> ManualChannel {
        let channel = ManualChannel(other ?? loop)
        let request = WatchSeatsRequest(
            showID: "s1", epoch: epoch, afterSeq: seq, heartbeat: heartbeat, showVersion: showVersion)
        try await feed("usher.v1.SeatService/WatchSeats", request, channel)
        return channel
    }

    // MARK: Commits

    /// One commit of one seat, as the ledger tells it.
    @discardableResult
    func commit(_ seq: UInt64, seat: Int32 = 0, _ state: SeatState = .locked) -> SeatDelta {
        let delta = SeatDelta(firstSeq: seq, lastSeq: seq, changes: [SeatChange(seat, state)])
        fanout.committed(Self.ref, ShowCommit(delta: delta, show: nil))
        return delta
    }
}

extension RPCError {
    /// The decoded details.
    var status: StatusMessage? {
        details.flatMap { try? StatusMessage(decoding: $0) }
    }

    var faults: [FieldFault] {
        for case .badRequest(let faults) in status?.details ?? [] { return faults }
        return []
    }
}
