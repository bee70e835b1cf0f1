import Synchronization
import UsherCore
import UsherLedger

/// Answers as the test says, and remembers what it was asked. Its feeds are the test's to move.
final class ScriptedLedger: Ledger {
    private let state: Mutex<State>
    let observer: any LedgerObserver
    let rooms = ScriptedRooms()

    struct State: Sendable {
        var now = Timestamp(nanoseconds: 1_700_000_000_000_000_000)
        var starts: [ShowRef: FeedStart] = [:]
        var commands: [(command: ShowCommand, show: ShowRef, request: RequestStamp?)] = []
        var reply: @Sendable (ShowCommand, ShowRef) -> Verdict<CommandReply> = { _, _ in .failure(.showUnknown) }
        var failure: LedgerError?
        var halls: [String: HallRevision] = [:]
        var losses: [HallLoss] = []
        var follows = 0
        /// Runs while a follow waits for the ledger.
        var whileFollowing: @Sendable () -> Void = {}
        var unfollowed: [ShowRef] = []
        var pages: [(size: Int, token: String)] = []
        var created: [(show: Show, request: RequestStamp?)] = []
    }

    init(_ observer: any LedgerObserver) {
        self.observer = observer
        state = Mutex(State())
    }

    func script(_ change: (inout sending State) -> Void) {
        state.withLock { change(&$0) }
    }

    func seen<Value: Sendable>(_ body: (State) -> Value) -> Value { state.withLock { body($0) } }

    var now: Timestamp { state.withLock { $0.now } }

    func fail() throws(LedgerError) {
        if let failure = state.withLock({ $0.failure }) { throw failure }
    }

    func putHall(_ hall: Hall, tenant: String) async throws(LedgerError) -> HallRevision {
        try fail()
        var hall = hall
        hall.revision = 1
        let revision = HallRevision(hall)
        state.withLock { $0.halls[hall.hallID] = revision }
        return revision
    }

    func losses(of hall: Hall, tenant: String) async throws(LedgerError) -> [HallLoss] {
        try fail()
        return state.withLock { $0.losses }
    }

    func hall(_ hallID: String, revision: UInt64, tenant: String) async throws(LedgerError) -> Verdict<HallRevision> {
        try fail()
        guard let hall = state.withLock({ $0.halls[hallID] }) else { return .failure(.hallUnknown) }
        return .success(hall)
    }

    func halls(tenant: String, pageSize: Int, pageToken: String) async throws(LedgerError)
        -> Verdict<Page<(hall: Hall, seatCount: Int)>>
    {
        try fail()
        let halls = state.withLock { state in
            state.pages.append((pageSize, pageToken))
            return state.halls.values.map(\.hall)
        }
        let items = halls.map { hall in
            var summary = hall
            summary.seats = []
            summary.rows = []
            return (hall: summary, seatCount: hall.seats.count)
        }
        return .success(Page(items: items, nextToken: "next"))
    }

    func createShow(_ show: Show, tenant: String, request: RequestStamp?) async throws(LedgerError)
        -> Verdict<CommandReply>
    {
        try fail()
        state.withLock { $0.created.append((show, request)) }
        return state.withLock { $0.reply }(.getShow, ShowRef(tenant: tenant, showID: show.showID))
    }

    func shows(tenant: String, hallID: String, pageSize: Int, pageToken: String) async throws(LedgerError)
        -> Verdict<Page<ShowView>>
    {
        try fail()
        state.withLock { $0.pages.append((pageSize, pageToken)) }
        return .success(Page(items: [], nextToken: ""))
    }

    func execute(_ command: ShowCommand, on show: ShowRef, request: RequestStamp?) async throws(LedgerError)
        -> Verdict<CommandReply>
    {
        try fail()
        return state.withLock { state in
            state.commands.append((command, show, request))
            return state.reply
        }(command, show)
    }

    func sales(of show: ShowRef, pageSize: Int, pageToken: String) async throws(LedgerError)
        -> Verdict<(page: Page<Sale>, hall: HallRevision)>
    {
        try fail()
        return .failure(.showUnknown)
    }

    func follow(_ show: ShowRef) async throws(LedgerError) -> Verdict<Void> {
        try fail()
        let (start, meanwhile) = state.withLock { state in
            state.follows += 1
            return (state.starts[show], state.whileFollowing)
        }
        meanwhile()
        guard let start else { return .failure(.showUnknown) }
        observer.began(show, start)
        return .success(())
    }

    func unfollow(_ show: ShowRef) { state.withLock { $0.unfollowed.append(show) } }

    func close() async {}
}
