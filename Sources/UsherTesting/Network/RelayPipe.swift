import UsherHTTP2

/// One direction of a relayed connection: what was read is under way for a while, then it is written. Belongs to the
/// relay's loop.
final class RelayPipe {
    let direction: RelayDirection
    private unowned let connection: RelayConnection
    private unowned let core: RelayCore
    private var queue = ShapedQueue()
    private var ownLine = LinkLine()
    private var timer: LoopTimer?
    /// The sender has ended its direction.
    private(set) var sawEnd = false
    /// The receiver was told the end.
    private(set) var isDone = false
    /// The receiver's socket was full.
    private(set) var isBlocked = false
    /// No byte leaves before: TCP's handshake.
    private let opensAt: Int64

    init(_ direction: RelayDirection, _ connection: RelayConnection, _ core: RelayCore, opensAt: Int64) {
        self.direction = direction
        self.connection = connection
        self.core = core
        self.opensAt = opensAt
    }

    /// There is something to read for, and room.
    var wantsBytes: Bool {
        core.moves && !sawEnd && queue.count < core.conditions.bufferBytes
    }

    /// Reads what has come. False if the connection broke.
    func read(_ source: RelayEnd) -> Bool {
        for _ in 0..<Limits.packetsPerTurn where wantsBytes {
            switch source.read() {
            case .bytes(let bytes):
                core.count(connection.id, direction, \.taken, bytes.count)
                queue.append(bytes, due: arrival(bytes.count))
            case .nothing: return true
            case .end:
                sawEnd = true
                queue.finish(due: arrival(0))
            case .failed: return false
            }
        }
        return true
    }

    /// When bytes that are sent now arrive.
    private func arrival(_ count: Int) -> Int64 {
        let now = max(core.now, opensAt)
        let conditions = core.conditions
        let leaves =
            conditions.isRateShared
            ? core.lines[direction, default: LinkLine()].carry(count, now: now, rate: conditions.rate)
            : ownLine.carry(count, now: now, rate: conditions.rate)
        return leaves + (direction == .up ? conditions.delayUp : conditions.delayDown).nanoseconds
    }

    /// Writes what has arrived. False if the connection broke.
    func deliver(to target: RelayEnd?) -> Bool {
        guard core.moves, let target else { return true }
        var isBroken = false
        isBlocked = false
        let delivered = queue.take(now: core.now) { bytes in
            guard let sent = target.write(bytes) else {
                isBroken = true
                return 0
            }
            isBlocked = sent < bytes.count
            return sent
        }
        if delivered > 0 { core.count(connection.id, direction, \.delivered, delivered) }
        if isBroken { return false }
        if queue.takeEnd(now: core.now) {
            isDone = true
            if !target.finish() { return false }
        }
        armTimer()
        return true
    }

    private func armTimer() {
        if let timer { core.reactor.cancel(timer) }
        timer = nil
        guard !isBlocked, let due = queue.nextDue else { return }
        timer = core.reactor.setTimer(at: due) { [weak self] in
            guard let self else { return }
            timer = nil
            connection.goOn()
        }
    }

    /// Nothing of it arrives any more.
    func drop() {
        if let timer { core.reactor.cancel(timer) }
        timer = nil
        isBlocked = false
        let lost = queue.removeAll()
        if lost > 0 { core.count(connection.id, direction, \.lost, lost) }
    }
}
