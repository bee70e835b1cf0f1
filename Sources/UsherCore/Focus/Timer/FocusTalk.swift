/// When a focus timer talks to the gateway: one call at a time, soon after something happened, seldom otherwise, and ever
/// less often while nobody answers.
package struct FocusTalk: Sendable, Equatable {
    package enum Call: Sendable, Equatable {
        /// The member's sessions, newest first, from this page token on.
        case list(pageToken: String)
        /// These events, the oldest that wait.
        case push([FocusEvent])
    }

    enum Step: Equatable {
        case idle
        case listing(pages: Int)
        case pushing(count: Int)
    }

    /// There is a gateway to talk to.
    var isAttached = false
    /// The app is in the background: nothing is sent by itself.
    var isSuspended = false
    /// Somebody waits for this round.
    var isAsked = false
    var step = Step.idle
    /// By the steady clock of `boot`; nil while there is no gateway.
    var due: Int64?
    var boot = ""
    var backoff = Backoff(first: Limits.firstFocusPause, longest: Limits.longestFocusPause)
    /// When the gateway's sessions were read last.
    var listedAt: Int64?
    /// The gateway's view may differ from what is shown: read it in this round.
    var wantsList = true
    /// All pages, not only those with news: another device may have sent what it did long ago.
    var readsAll = true
    /// Rounds that came to their end, well or not: who waits for one waits for the next.
    package internal(set) var rounds = 0
    /// The last round came to its end because no call was answered, or one was refused.
    package internal(set) var hasFailed = false

    package init() {}

    package var isBusy: Bool { step != .idle }

    var mayCall: Bool { !isSuspended || isAsked }

    /// Something is to be sent. While nobody answers, the pause goes on all the same.
    mutating func want(_ now: DeviceTime) {
        guard backoff.attempts == 0 else { return }
        hurry(now)
    }

    /// At once, whatever was before.
    mutating func hurry(_ now: DeviceTime) {
        boot = now.boot
        due = min(due ?? now.steady, now.steady)
    }

    mutating func schedule(_ span: TimeSpan, _ now: DeviceTime) {
        boot = now.boot
        due = (Timestamp(nanoseconds: now.steady) + span).nanoseconds
    }

    func isDue(_ now: DeviceTime) -> Bool {
        guard isAttached, step == .idle, mayCall else { return false }
        guard let due, boot == now.boot else { return true }
        return due <= now.steady
    }

    func untilDue(_ now: DeviceTime) -> TimeSpan? {
        guard isAttached, step == .idle, mayCall else { return nil }
        guard let due, boot == now.boot else { return .zero }
        return max(.zero, Timestamp(nanoseconds: due) - Timestamp(nanoseconds: now.steady))
    }
}
