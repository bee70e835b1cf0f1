import UsherCore

/// What is asked about focus sessions.
enum FocusAsk: Sendable {
    case execute(FocusCommand, tenant: String, Reply<Verdict<FocusSession>>)
    case sync([FocusEvent], FocusMember, Reply<FocusSync>)
    case sessions(FocusMember, size: Int, token: String, Reply<Verdict<Page<FocusSession>>>)
    case stretches(FocusMember, from: Timestamp, to: Timestamp, after: FocusPlace?, Reply<FocusStretches>)

    func refuse(_ error: LedgerError) {
        switch self {
        case .execute(_, _, let reply): reply.answer(.failure(error))
        case .sync(_, _, let reply): reply.answer(.failure(error))
        case .sessions(_, _, _, let reply): reply.answer(.failure(error))
        case .stretches(_, _, _, _, let reply): reply.answer(.failure(error))
        }
    }

    /// How many sessions it may read and write, at most: a measure of the work.
    var sessions: Int {
        switch self {
        case .sync(let events, _, _): events.count
        case .stretches: Limits.focusPage
        case .execute, .sessions: 0
        }
    }
}
