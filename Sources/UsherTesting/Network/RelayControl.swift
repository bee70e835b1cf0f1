import UsherCore

/// A relay's line protocol, for scripts: one command a line, one line of answer, which begins with `ok` or `error`.
///
/// | command | does |
/// |---|---|
/// | `pass`, `stall`, `swallow`, `refuse` | as `NetworkConditions.Passage` |
/// | `cut reset`, `cut end` | as `RelayCut` |
/// | `delay UP DOWN` | milliseconds of each direction |
/// | `rate BITS`, `rate BITS each`, `rate none` | bits a second, shared by all connections or for each |
/// | `counts` | the counts: `ok {"opened":2,"open":1,"refused":0,"up":120,"down":3400,"lost":0,"lastOpenedAt":…}` |
public struct RelayControl: Sendable {
    private let relay: ShapingRelay

    public init(_ relay: ShapingRelay) {
        self.relay = relay
    }

    /// Carries out one command; the answer, when it is done.
    public func obey(_ line: String) async -> String {
        let words = line.prefix(Limits.controlLine).split(whereSeparator: \.isWhitespace).map(String.init)
        switch (words.first, words.count) {
        case ("counts", 1): return "ok " + counts
        case ("cut", 2):
            guard let how = RelayCut(rawValue: words[1]) else { return "error: cut reset, or cut end" }
            await relay.cut(how)
            return "ok"
        case ("delay", 3): return await delay(words[1], words[2])
        case ("rate", 2), ("rate", 3): return await rate(words[1], words.count == 3 ? words[2] : "shared")
        case (let word?, 1):
            guard let passage = NetworkConditions.Passage(rawValue: word) else { break }
            await relay.change { $0.passage = passage }
            return "ok"
        default: break
        }
        return "error: not understood; there are pass, stall, swallow, refuse, cut, delay, rate and counts"
    }

    private func delay(_ up: String, _ down: String) async -> String {
        let range = 0...Limits.longestDelay.nanoseconds / 1_000_000
        guard let up = Int64(up), let down = Int64(down), range.contains(up), range.contains(down) else {
            return "error: two delays in milliseconds, \(range.lowerBound) to \(range.upperBound)"
        }
        await relay.change {
            $0.delayUp = .milliseconds(up)
            $0.delayDown = .milliseconds(down)
        }
        return "ok"
    }

    private func rate(_ bits: String, _ sharing: String) async -> String {
        guard sharing == "shared" || sharing == "each" else { return "error: a rate is shared, or for each" }
        var rate: Int?
        if bits != "none" {
            guard let number = Int(bits), number >= Limits.slowestRate else {
                return "error: bits a second, at least \(Limits.slowestRate), or none"
            }
            rate = number
        }
        await relay.change { [rate] in
            $0.rate = rate
            $0.isRateShared = sharing == "shared"
        }
        return "ok"
    }

    private var counts: String {
        let counts = relay.counts
        return """
            {"opened":\(counts.connectionsOpened),"open":\(counts.connectionsOpen),\
            "refused":\(counts.connectionsRefused),"up":\(counts.up.delivered),"down":\(counts.down.delivered),\
            "lost":\(counts.up.lost + counts.down.lost),"lastOpenedAt":\(counts.connections.last?.openedAt ?? 0)}
            """
    }
}
