import Usher
import UsherWire

/// The watchers of a load: real WatchSeats streams over sockets, in one process and on one loop.
///
/// Guard: touched on the loop's thread alone.
final class WatchCrowd: LoadOwner, @unchecked Sendable {
    let watchers: Int
    let shows: Int
    private let loop: LoadLoop
    private let address: LoadAddress
    private let requests: [LoadRequest]
    private let each: Int
    private let wanted: Int
    private let stall: LoadStall?
    private var connections: [LoadConnection] = []
    private(set) var count: DeliveryCount
    private(set) var fault: String?
    /// Told of changes that arrived: the show's number and their positions.
    var arrived: ((Int, ClosedRange<UInt64>) -> Void)?

    /// Watcher n is on show n modulo the number of shows.
    init(
        _ loop: LoadLoop, _ address: LoadAddress, shows: [String], watchers: Int, connections: Int,
        stall: LoadStall? = nil
    ) {
        self.loop = loop
        self.address = address
        self.shows = shows.count
        self.watchers = watchers
        self.stall = stall
        wanted = min(max(1, connections), watchers)
        each = wanted == 0 ? 0 : (watchers + wanted - 1) / wanted
        requests = shows.map { LoadRequest(.watchSeats, WatchSeatsRequest(showID: $0).encoded()) }
        count = DeliveryCount(watchers: watchers)
    }

    /// Watchers of show `number`.
    func watchers(of number: Int) -> Int { watchers / shows + (number < watchers % shows ? 1 : 0) }

    var isReady: Bool { count.ready == watchers }
    var segments: Int { connections.reduce(0) { $0 + $1.segments } }

    /// Opens as many connections as may be under way.
    func open() {
        while connections.count < wanted, connections.count * each < count.ready + Limits.loadOpening * each,
            fault == nil
        {
            let first = connections.count * each
            let number = min(each, watchers - first)
            guard number > 0 else { return }
            do {
                let connection = try LoadConnection(
                    connections.count, address, slots: number, stall: stall, loop, self)
                for watcher in first..<first + number { connection.call(requests[watcher % shows], tag: watcher) }
                connections.append(connection)
            } catch {
                fault = error.message
            }
        }
    }

    /// From here on nobody takes anything, until `goOn()`.
    func stopTaking() {
        for connection in connections { connection.stopTaking() }
    }

    func goOn() {
        for connection in connections { connection.goOn() }
    }

    func close() {
        for connection in connections { connection.close() }
        connections.removeAll()
    }

    func message(_ connection: LoadConnection, slot: Int, _ bytes: UnsafeRawBufferPointer) {
        let watcher = connection.number * each + slot
        let before = count.ready
        guard let range = count.take(watcher, SeatEventScan(bytes)) else {
            if count.ready != before { open() }
            return
        }
        arrived?(watcher % shows, range)
    }

    func ended(_ connection: LoadConnection, slot: Int, isAnswered: Bool) {
        fault = fault ?? "a stream ended"
    }

    func lost(_ connection: LoadConnection, _ reason: String) {
        fault = fault ?? reason
    }
}
