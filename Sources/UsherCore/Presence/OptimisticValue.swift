/// A value of one's own that is shown before the gateway has agreed, and taken back without a flash.
///
/// A call's answer and the stream's event that tells of the same change come in any order. Until both are there the
/// answer counts: what the stream says meanwhile is older. A value that the stream told after the call was sent is the
/// gateway's word, whatever the answer says later.
struct OptimisticValue<Value: Sendable & Equatable>: Sendable, Equatable {
    private struct Echo: Equatable {
        var value: Value
        var answeredAt: Int64
    }

    private struct Running: Equatable {
        var value: Value
        /// The stream told it already.
        var wasTold = false
    }

    /// What is wished for; nil once its call ended.
    private(set) var wish: Value?
    private var running: Running?
    /// Answered, and not told by the stream yet, in their order.
    private var echoes: [Echo] = []
    /// When a live stream that has told nothing is believed.
    private(set) var settlesAt: Int64?

    /// What is shown instead of what the stream said last; nil: nothing.
    var shown: Value? { wish ?? echoes.last?.value }

    mutating func want(_ value: Value) {
        wish = value
    }

    mutating func sent(_ value: Value) {
        running = Running(value: value)
    }

    /// The stream told another value than before.
    mutating func told(_ value: Value) {
        if let index = echoes.firstIndex(where: { $0.value == value }) {
            echoes.removeFirst(index + 1)
        } else if running?.value == value {
            running?.wasTold = true
        } else if let running, running.wasTold, wish == running.value {
            // Another device of the same member came after this one.
            wish = nil
        }
        if echoes.isEmpty { settlesAt = nil }
    }

    /// The call was answered with `value`; `last` is what the stream told last. `isLatest`: nothing newer is wished.
    mutating func confirmed(_ value: Value, last: Value?, isLatest: Bool, now: Int64) {
        let wasTold = running.map { $0.wasTold && $0.value == value } ?? false
        running = nil
        if isLatest { wish = nil }
        guard !wasTold, !(echoes.isEmpty && last == value) else { return }
        if echoes.count == Limits.presenceEchoes { echoes.removeFirst() }
        echoes.append(Echo(value: value, answeredAt: now))
        settlesAt = now + Limits.presenceSettleTime.nanoseconds
    }

    /// The call was refused, or its answer was lost: what the stream says counts.
    mutating func failed(isLatest: Bool) {
        running = nil
        if isLatest { wish = nil }
    }

    /// A stream or poll that was begun at `since` has told where the room stands.
    mutating func caughtUp(since: Int64) {
        echoes.removeAll { $0.answeredAt <= since }
        if echoes.isEmpty { settlesAt = nil }
    }

    /// A stream begins to tell what was missed: what it does not tell within a moment was told before.
    mutating func catchesUp(_ now: Int64) {
        if !echoes.isEmpty { settlesAt = now + Limits.presenceSettleTime.nanoseconds }
    }

    /// A live stream has told nothing for long enough. Without one the next will tell.
    mutating func timePassed(_ now: Int64, isLive: Bool) {
        guard let settlesAt, settlesAt <= now else { return }
        self.settlesAt = nil
        if isLive { echoes = [] }
    }

    mutating func forget() {
        self = OptimisticValue()
    }
}
