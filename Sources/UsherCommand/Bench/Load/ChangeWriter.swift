import UsherHTTP2
import UsherWire

/// The writer of a load: each of its calls is one change.
///
/// Guard: touched on the loop's thread alone.
final class ChangeWriter: LoadOwner, ReadinessHandler, @unchecked Sendable {
    /// What its calls do.
    enum Work: Sendable {
        /// Blocks the seats one by one, and frees them again.
        case blocks
        /// Locks neighbours two by two, as long as there are seats.
        case locks
    }

    private let loop: LoadLoop
    private let crowd: WatchCrowd
    private let work: Work
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
    /// Changes that may be written in all.
    private var last = Int.max
    private var isDirty = false
    /// Latencies count from here on.
    private var countsFrom = Int64.max

    init(
        _ loop: LoadLoop, _ crowd: WatchCrowd, _ work: Work = .blocks, shows: [String], codes: [String],
        outstanding: Int, rate: Double? = nil
    ) {
        self.loop = loop
        self.crowd = crowd
        self.work = work
        self.shows = shows
        self.codes = codes
        step = rate.map { Int64(1_000_000_000 / $0) }
        pace = ChangePace(outstanding: outstanding)
        due = [[Int64]](repeating: [], count: shows.count)
    }

    /// All that was written has arrived everywhere.
    var isDone: Bool { pace.answered == pace.written && crowd.count.delivered == pace.expected }

    /// Writes until `stop()`, or until so many changes were written.
    func start(_ address: LoadAddress, until last: Int = .max) {
        self.last = last
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

    /// Goes on until so many were written in all; only without a clock.
    func go(until last: Int) {
        self.last = last
        isWriting = true
        wake()
    }

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
        guard pace.written < last else { return false }
        let show = pace.written % shows.count
        return pace.mayWrite(watchers: crowd.watchers(of: show), delivered: crowd.count.delivered)
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
        guard let request = request(shows[show], round) else {
            fault = fault ?? "there are no seats left to lock"
            isWriting = false
            return
        }
        due[show].append(moment)
        pace.write(watchers: crowd.watchers(of: show))
        connection?.call(request, tag: due[show].count)
    }

    private func request(_ show: String, _ round: Int) -> LoadRequest? {
        switch work {
        case .blocks:
            let (turn, seat) = round.quotientAndRemainder(dividingBy: codes.count)
            guard turn % 2 == 0 else {
                return LoadRequest(.unblockSeats, UnblockSeatsRequest(showID: show, seats: [codes[seat]]).encoded())
            }
            return LoadRequest(.blockSeats, BlockSeatsRequest(showID: show, seats: [codes[seat]]).encoded())
        case .locks:
            guard 2 * round + 1 < codes.count else { return nil }
            let pair = [codes[2 * round], codes[2 * round + 1]]
            return LoadRequest(.lockSeats, LockSeatsRequest(showID: show, holder: "bench", seats: pair).encoded())
        }
    }

    func message(_ connection: LoadConnection, slot: Int, _ bytes: UnsafeRawBufferPointer) {
        // The answer's `seq`.
        let wanted: UInt64 = work == .locks ? 11 : 1
        var fields = FieldScan(bytes)
        while let field = fields.next() {
            if field.number == wanted, field.value == UInt64(connection.streams[slot].tag) { return }
        }
        reordered += 1
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
