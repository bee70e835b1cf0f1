/// Which token a call carries, and when the next one is asked for. No I/O, no clock; times are nanoseconds.
struct TokenMachine {
    /// A token, and which of those that came it is.
    struct Held: Sendable, Equatable {
        var token: CallToken
        var number: Int
        /// nil never.
        var expiresAt: Int64?
        /// From then on the next one is asked for.
        var refreshAt: Int64?
    }

    /// A question to the credentials that has no answer yet.
    private struct Question {
        var number: Int
        var began: Int64
    }

    private var held: Held?
    private var question: Question?
    private var asked = 0
    private var came = 0
    /// While there is a good token, the credentials are not asked before.
    private var rests = Int64.min
    /// When a refusal led to the last question.
    private var refusedAt = Int64.min

    /// A call wants a token: one that is good now, or nil if it must wait. `asks` is the number of the question that the
    /// caller must now ask the credentials.
    mutating func want(now: Int64) -> (held: Held?, asks: Int?) {
        if let held, held.expiresAt.map({ now < $0 }) ?? true {
            let isDue = held.refreshAt.map { now >= $0 } ?? false
            return (held, isDue && now >= rests ? ask(now) : nil)
        }
        held = nil
        return (nil, ask(now))
    }

    private mutating func ask(_ now: Int64) -> Int? {
        // One that hangs is given up.
        if let question, now - question.began < Limits.tokenPatience.nanoseconds { return nil }
        asked += 1
        question = Question(number: asked, began: now)
        return asked
    }

    /// The gateway refused a token: true if the call may be sent again with another one.
    mutating func refused(_ refused: Held, now: Int64) -> Bool {
        // Another call has led to a newer one, or to its question.
        guard held == refused else { return true }
        // A gateway that refuses every token must not have each call ask for one.
        let (since, isLong) = now.subtractingReportingOverflow(refusedAt)
        guard isLong || since >= Limits.refusalPause.nanoseconds else { return false }
        refusedAt = now
        held = nil
        return true
    }

    /// The answer to a question, which may come after it was given up.
    mutating func answered(_ number: Int, _ token: CallToken, now: Int64) -> Held {
        let began = question?.number == number ? question?.began ?? now : now
        if question?.number == number { question = nil }
        came += 1
        var next = Held(token: token, number: came)
        if let lifetime = token.lifetime?.nanoseconds {
            let (end, overflow) = began.addingReportingOverflow(max(0, lifetime))
            let early = min(Limits.tokenHeadStart.nanoseconds, lifetime / 5)
            next.expiresAt = overflow ? nil : end
            next.refreshAt = overflow ? nil : end - early
        }
        held = next
        return next
    }

    mutating func failed(_ number: Int, now: Int64) {
        if question?.number == number { question = nil }
        rests = now + Limits.refusalPause.nanoseconds
    }
}
