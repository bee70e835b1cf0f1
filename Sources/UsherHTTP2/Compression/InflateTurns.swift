import UsherRPC

/// Shares a loop's time among the messages that are decompressed on it: each has a piece at its turn, and after
/// `Limits.inflatedPerRound` the loop looks after everybody else before it goes on.
///
/// Guard: touched on `reactor`'s thread alone.
final class InflateTurns: @unchecked Sendable {
    private let reactor: Reactor
    /// What may still be decompressed in this round.
    private var credit = Limits.inflatedPerRound
    private var waiters: [CheckedContinuation<Void, Never>] = []
    /// The next round is on its way.
    private var isPosted = false
    /// One that nobody uses; making one costs more than a small message.
    private var spare: Gzip.Inflater?

    init(_ reactor: Reactor) {
        self.reactor = reactor
    }

    /// Returns when a piece may be decompressed. Who got a turn gives back what it did not use.
    func turn() async {
        defer { post() }
        if credit >= Limits.inflatePiece, waiters.isEmpty {
            credit -= Limits.inflatePiece
        } else {
            await withCheckedContinuation {
                waiters.append($0)
                post()
            }
        }
    }

    /// Gives back what a turn left of its piece.
    func giveBack(_ bytes: Int) {
        credit = min(credit + bytes, Limits.inflatedPerRound)
    }

    func takeInflater() -> Gzip.Inflater {
        let inflater = spare.take() ?? Gzip.Inflater()
        inflater.reset()
        return inflater
    }

    func giveBack(_ inflater: Gzip.Inflater) {
        spare = inflater
    }

    private func post() {
        guard !isPosted else { return }
        isPosted = true
        reactor.post { [self] in nextRound() }
    }

    private func nextRound() {
        isPosted = false
        let wasIdle = credit == Limits.inflatedPerRound && waiters.isEmpty
        credit = Limits.inflatedPerRound
        var next = 0
        while next < waiters.count, credit >= Limits.inflatePiece {
            credit -= Limits.inflatePiece
            waiters[next].resume()
            next += 1
        }
        waiters.removeFirst(next)
        if !wasIdle { post() }
    }
}
