import UsherCore
import UsherGateway
import UsherLedger
import UsherRPC
import UsherWire

/// A watcher of the show behind a bad network: its stream stalls, is cut, and drops, repeats and reorders events, as a
/// chain of proxies and a careless client would.
final class SimulatedReader {
    let loop: SimulatedLoop
    private(set) var replica = SeatMapReplica()
    private(set) var channel: SimulatedChannel?
    /// Left the gateway, not yet arrived.
    private var network: [FramedMessage] = []
    private let fault: SimulationFault?
    /// For the planted loss between backlog and live.
    private var swallowed: UInt64?
    private var isFresh = false

    init(loop: SimulatedLoop, fault: SimulationFault?) {
        self.loop = loop
        self.fault = fault
    }

    var isConnected: Bool { channel?.isOpen == true }
    var isQuiet: Bool { network.isEmpty && channel?.isDrained != false }

    /// Opens the one stream, from where the map stands.
    func connect(_ feed: SeatFeed, _ show: ShowRef) async throws {
        hangUp()
        let channel = SimulatedChannel(loop: loop)
        self.channel = channel
        isFresh = true
        swallowed = nil
        let start = WatchStart(position: replica.position, sideVersion: 0, heartbeat: 25_000_000_000)
        try await feed.watch(show, from: start, to: channel)
    }

    func hangUp() {
        channel?.close()
        channel = nil
        network = []
    }

    /// The client's window opens.
    func drain() {
        if let channel { network += channel.drain() }
    }

    /// One event arrives, or meets an accident on its way. Returns what is wrong with the reader's map afterwards.
    func receive(_ random: inout SeededGenerator, lossy: Bool, maps: [[UInt8]], epoch: String) throws -> String? {
        guard !network.isEmpty else { return nil }
        var place = 0
        if lossy {
            if random.oneIn(20) {
                network.removeFirst()
                return nil
            }
            if random.oneIn(20) { network.insert(network[0], at: 0) }
            if random.oneIn(20) { place = random.below(network.count) }
        }
        let message = network.remove(at: place)
        guard let event = mangled(try SeatEvent(decoding: Array(message.bytes.dropFirst(5)))) else { return nil }
        if case .resume = replica.apply(event) { hangUp() }
        return check(maps: maps, epoch: epoch)
    }

    /// Stream rule 4.
    private func check(maps: [[UInt8]], epoch: String) -> String? {
        guard !replica.position.epoch.isEmpty else { return nil }
        if replica.position.epoch != epoch { return "a reader is in epoch \(replica.position.epoch)" }
        let seq = Int(replica.position.seq)
        guard seq < maps.count else { return "a reader stands at seq \(seq), the server never was there" }
        if replica.states != maps[seq] { return "a reader's map at seq \(seq) is not the server's" }
        return nil
    }

    private func mangled(_ event: SeatEvent) -> SeatEvent? {
        guard let fault, case .delta(var delta) = event else { return event }
        switch fault {
        case .mergeDropsSeat where delta.lastSeq > delta.firstSeq && delta.changes.count > 1:
            delta.changes.removeLast()
        case .readerIgnoresGap where delta.lastSeq > replica.position.seq && !replica.position.epoch.isEmpty:
            delta.firstSeq = replica.position.seq + 1
        case .losesBetweenBacklogAndLive:
            if isFresh {
                isFresh = false
                swallowed = delta.firstSeq
                return nil
            }
            if let first = swallowed {
                swallowed = nil
                delta.firstSeq = first
            }
        default: break
        }
        return .delta(delta)
    }
}
