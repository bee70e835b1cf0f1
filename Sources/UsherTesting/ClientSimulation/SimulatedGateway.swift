import UsherCore
import UsherGateway
import UsherLedger

/// The gateway: the real ledger rules and the real fan-out in a process that dies, comes back, and may come back with an
/// old backup.
final class SimulatedGateway {
    let ledger: SimulatedLedger
    /// The show's own fields.
    let show: Show
    private(set) var feed: SeatFeed
    private(set) var loops: [SimulatedLoop] = []
    private(set) var archive = MapArchive()
    private(set) var isUp = true
    private(set) var isDraining = false
    /// Nothing is done before this: a full disk, a stopped machine.
    var stalledUntil: Int64 = 0
    /// Streams that are attached.
    private(set) var streams: [SimulatedStream] = []
    /// The wall clock less the virtual time.
    private var wallOffset: Int64
    private var epochs = 1
    /// The virtual time that the loops were advanced to.
    private var loopTime: Int64 = 0

    init(hall: HallRevision, policy: Policy) {
        let start = Timestamp(nanoseconds: 1_800_000_000_000_000_000)
        wallOffset = start.nanoseconds
        show = Show(
            showID: "S1", hallID: hall.hall.hallID, hallRevision: 1, startsAt: start + .hours(20),
            endsAt: start + .hours(22), policy: policy, version: 1, epoch: "e1")
        let fanout = GatewayFanout()
        ledger = SimulatedLedger(hall: hall, show: show, fanout: fanout, now: start, fault: nil)
        feed = SeatFeed(ledger: ledger, fanout: fanout)
        loops = [SimulatedLoop(index: 0), SimulatedLoop(index: 1)]
    }

    func wall(at now: Int64) -> Timestamp { Timestamp(nanoseconds: wallOffset + now) }

    /// Brings the process to `now`: its loops run, and what is due expires.
    func run(at now: Int64) {
        guard isUp, now >= stalledUntil else { return }
        ledger.wall = wall(at: now)
        let span = now - loopTime
        loopTime = now
        for loop in loops { loop.advance(by: span) }
    }

    // MARK: Readers

    /// Attaches the stream; returns why not.
    func take(_ stream: SimulatedStream, from position: Position, showVersion: UInt64, at now: Int64) async -> String? {
        run(at: now)
        let channel = SimulatedChannel(loop: loops[stream.client % loops.count])
        let start = WatchStart(position: position, sideVersion: showVersion, heartbeat: 25_000_000_000)
        do { try await feed.watch(ledger.ref, from: start, to: channel) } catch { return error.message }
        stream.channel = channel
        streams.append(stream)
        return nil
    }

    /// The answer to a poll, as bytes; nil if there is none.
    func read(from position: Position, at now: Int64) async -> [UInt8]? {
        run(at: now)
        return try? await feed.read(ledger.ref, from: position, on: loops[0])
    }

    func forgetEndedStreams() {
        streams.removeAll { $0.channel?.isOpen != true }
    }

    func drain(reconnectAfter span: TimeSpan) {
        guard isUp, !isDraining else { return }
        isDraining = true
        feed.drain(reconnectAfter: span, reason: "moving")
    }

    // MARK: Dying

    /// Ends the process; returns the streams that it had.
    func die() -> [SimulatedStream] {
        isUp = false
        isDraining = false
        stalledUntil = 0
        defer { streams = [] }
        return streams
    }

    /// Begins anew at `now`. `records`: a backup of so many log records is restored first, and everything after it is
    /// lost. `forgets`: no recent past is kept.
    func begin(at now: Int64, clockMoves span: TimeSpan, restoring records: Int?, forgets: Bool) {
        ledger.wall = wall(at: now)
        ledger.crash(clockMoves: span)
        wallOffset = ledger.wall.nanoseconds - now
        archive.keep(ledger)
        let fanout = GatewayFanout()
        ledger.begin(with: fanout, forgets: forgets)
        if let records {
            epochs += 1
            ledger.restore(records: records, epoch: "e\(epochs)")
        }
        feed = SeatFeed(ledger: ledger, fanout: fanout)
        loops = [SimulatedLoop(index: 0), SimulatedLoop(index: 1)]
        loopTime = now
        isUp = true
    }

    /// nil where the gateway never was there.
    func map(at position: Position) -> [UInt8]? { archive.map(at: position, ledger) }
}
