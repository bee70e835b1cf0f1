import Synchronization
import UsherRPC
import UsherWire

@testable import Usher
@testable import UsherCore

/// A client whose gateway is played by hand, with a hall of three seats in its first revision and of four in its second.
struct MapStage {
    let transport = HandTransport()
    let clock = ManualClock()
    let client: UsherClient

    init(_ options: UsherClientOptions = UsherClientOptions()) {
        client = UsherClient(transport: transport, options: options, runtime: clock.runtime, gateway: "stage")
        transport.answer("HallService/GetHall") { message in
            let request = try GetHallRequest(decoding: message)
            return HallReply(Self.hall(revision: request.revision, request.hallID)).encoded()
        }
        transport.answer("ShowService/GetShow") { message in
            let request = try GetShowRequest(decoding: message)
            return ShowView(show: Self.show(request.showID), seq: 0).encoded()
        }
    }

    static func hall(revision: UInt64 = 1, _ hallID: String = "h") -> Hall {
        let seats = (0..<2 + Int(revision)).map { Seat(code: "S-\($0)", row: 0, column: $0) }
        return Hall(hallID: hallID, revision: revision, rowCount: 1, columnCount: seats.count, seats: seats)
    }

    static func show(_ showID: String = "s", version: UInt64 = 1, title: String = "T") -> Show {
        Show(
            showID: showID, hallID: "h", hallRevision: 1, title: title, startsAt: Timestamp(nanoseconds: 0),
            endsAt: Timestamp(nanoseconds: 1_000_000_000), version: version, epoch: "e")
    }

    static func snapshot(
        _ seq: UInt64, _ states: [UInt8], epoch: String = "e", revision: UInt64 = 1, time: Int64 = 5
    ) -> SeatEvent {
        .snapshot(
            SeatSnapshot(
                showID: "s", epoch: epoch, seq: seq, hallID: "h", hallRevision: revision, states: states,
                serverTime: Timestamp(nanoseconds: time)))
    }

    static func delta(_ first: UInt64, _ last: UInt64, _ changes: SeatChange...) -> SeatEvent {
        .delta(SeatDelta(firstSeq: first, lastSeq: last, changes: changes))
    }

    static func heartbeat(_ seq: UInt64, showVersion: UInt64 = 1, time: Int64 = 5) -> SeatEvent {
        .heartbeat(seq: seq, serverTime: Timestamp(nanoseconds: time), showVersion: showVersion)
    }

    /// Returns when the map has dealt with all that it was told, its calls included.
    func rest(_ core: MapCore) async {
        await until {
            core.state.withLock { state in
                if case .poll = state.machine.work { return false }
                return !state.isDraining && state.actions.isEmpty && !state.hallLoad.isRunning
                    && !state.showLoad.isRunning && state.sleeper.map { $0.wakes > clock.now } ?? true
            }
        }
    }

    /// Moves the clock to the map's next deadline, and returns when it has dealt with it.
    func advance(_ core: MapCore) async {
        await rest(core)
        if let wakes = core.state.withLock({ $0.sleeper?.wakes }) {
            clock.advance(TimeSpan(nanoseconds: max(0, wakes - clock.now)))
        }
        await rest(core)
    }

    /// Ends the map's stream, and returns when the map knows.
    func fail(_ stream: HandStream, of core: MapCore) async {
        let id = core.state.withLock { $0.stream?.id }
        stream.fail()
        await until { core.state.withLock { $0.stream?.id != id } }
        await rest(core)
    }

    /// A map whose stream has told `states` at seq 4, and that is ready.
    func readyMap(_ showID: String = "s", _ states: [UInt8] = [1, 1, 2]) async throws -> (SeatMap, HandStream) {
        let count = transport.streams.count
        let map = client.seatMap(showID)
        let stream = await transport.stream(count)
        stream.send(Self.snapshot(4, states))
        try await map.ready()
        return (map, stream)
    }
}
