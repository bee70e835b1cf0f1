import UsherHTTP2
import UsherWire

/// The writer of a load: blocks the seats of its shows one by one and frees them again, each a change of its own.
///
/// Guard: touched on the loop's thread alone.
final class ChangeWriter: LoadOwner, ReadinessHandler, @unchecked Sendable {
    private let loop: LoadLoop
    private let crowd: WatchCrowd
    private let shows: [String]
    private let codes: [String]
    /// Nanoseconds between changes that are due by the clock; nil writes whenever one may be outstanding.
    private let step: Int64?
    private var connection: LoadConnection?
    private(set) var pace: ChangePace
    private(set) var fault: String?
    /// When each change of each show was due.
    private var due: [[Int64]]
    private(set) var latency = LatencyHistogram()
    /// Answers that came with another position than the order of the calls promised.
    private(set) var reordered = 0
    private var next: Int64 = 0
    private var isWriting = false
    private var isDirty = false
    /// Latencies count from here on.
    private var countsFrom = Int64.max

    init(
        _ loop: LoadLoop, _ crowd: WatchCrowd, shows: [String], codes: [String], outstanding: Int, rate: Double?
    ) {
        self.loop = loop
        self.crowd = crowd
        self.shows = shows
        self.codes = codes
        step = rate.map { Int64(1_000_000_000 / $0) }
        pace = ChangePace(outstanding: outstanding)
        due = [[Int64]](repeating: [], count: shows.count)
    }

    /// All that was written has arrived everywhere.
    var isDone: Bool { pace.answered == pace.written && crowd.count.delivered == pace.expected }

    func start(_ address: LoadAddress) {
        do {
            connection = try LoadConnection(0, address, slots: Limits.loadSlots, loop, self)
        } catch {
            fault = error.message
            return
        }
        crowd.arrived = { [unowned self] in arrived($0, $1) }
        isWriting = true
        next = loop.reactor.now
        if step == nil { wake() } else { writeDue() }
    }

    func countLatencies() { countsFrom = loop.reactor.now }

    func stop() { isWriting = false }

    func close() {
        connection?.close()
        crowd.arrived = nil
    }

    private func arrived(_ show: Int, _ positions: ClosedRange<UInt64>) {
        for position in positions where position <= due[show].count {
            let moment = due[show][Int(position) - 1]
            if moment >= countsFrom { latency.add(loop.now - moment) }
        }
        wake()
    }

    /// Once a tick is enough: the next change may go when the last watcher of many was heard.
    private func wake() {
        guard !isDirty else { return }
        isDirty = true
        loop.reactor.flushAtEndOfTick(self)
    }

    func ready(_ readiness: Readiness) {}

    func flush() {
        isDirty = false
        guard isWriting, step == nil else { return }
        while mayWrite { write(at: loop.reactor.now) }
        connection?.flush()
    }

    private var mayWrite: Bool {
        pace.mayWrite(watchers: crowd.watchers(of: pace.written % shows.count), delivered: crowd.count.delivered)
    }

    private func writeDue() {
        guard isWriting, let step else { return }
        let now = loop.reactor.now
        while next <= now {
            write(at: next)
            next += step
        }
        connection?.flush()
        _ = loop.reactor.setTimer(at: next) { [self] in writeDue() }
    }

    private func write(at moment: Int64) {
        let (round, show) = pace.written.quotientAndRemainder(dividingBy: shows.count)
        let (turn, seat) = round.quotientAndRemainder(dividingBy: codes.count)
        let request =
            turn % 2 == 0
            ? LoadRequest(.blockSeats, BlockSeatsRequest(showID: shows[show], seats: [codes[seat]]).encoded())
            : LoadRequest(.unblockSeats, UnblockSeatsRequest(showID: shows[show], seats: [codes[seat]]).encoded())
        due[show].append(moment)
        pace.write(watchers: crowd.watchers(of: show))
        connection?.call(request, tag: due[show].count)
    }

    func message(_ connection: LoadConnection, slot: Int, _ bytes: UnsafeRawBufferPointer) {
        var fields = FieldScan(bytes)
        let seq = fields.next()
        if seq?.number != 1 || seq?.value != UInt64(connection.streams[slot].tag) { reordered += 1 }
    }

    func ended(_ connection: LoadConnection, slot: Int, isAnswered: Bool) {
        pace.answer()
        if !isAnswered { fault = fault ?? "a change was refused" }
        wake()
    }

    func lost(_ connection: LoadConnection, _ reason: String) {
        fault = fault ?? reason
    }
}
