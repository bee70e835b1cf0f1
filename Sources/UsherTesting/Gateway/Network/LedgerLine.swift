import Synchronization
import UsherCore
import UsherLedger

/// A ledger as the gateway's services see it, and the conductor's eye on it: whatever was asked of it, or comes due, is
/// done before time goes on.
final class LedgerLine: Ledger {
    let inner: ShowLedger
    let conductor: Conductor
    private let state = Mutex(State())

    private struct State {
        /// Something was asked since the last look: the next deadline may be another.
        var mustLook = true
        var timer: UInt64?
        var isOver = false
    }

    init(_ inner: ShowLedger, conductor: Conductor) {
        self.inner = inner
        self.conductor = conductor
    }

    var now: Timestamp { inner.now }

    // MARK: Time

    /// Has the ledger act on its clock, if it may have something to do; true if it does.
    func lookIfNeeded() -> Bool {
        let looks = state.withLock { state in
            defer { state.mustLook = false }
            return state.mustLook && !state.isOver
        }
        guard looks else { return false }
        conductor.hold()
        Task(executorPreference: conductor) {
            await self.look()
            self.conductor.letGo()
        }
        return true
    }

    private func look() async {
        let next: Timestamp?
        do throws(LedgerError) {
            next = try await conductor.question { () throws(LedgerError) in try await inner.actOnTime() }
        } catch {
            // A store that is away is asked again when somebody else asks it; nothing is due before.
            next = nil
        }
        let due = next.map { conductor.now + max(0, ($0 - inner.now).nanoseconds) }
        state.withLock { state in
            if let timer = state.timer.take() { conductor.cancelTimer(timer) }
            guard let due, !state.isOver else { return }
            state.timer = conductor.setTimer(at: due) { [weak self] in self?.state.withLock { $0.mustLook = true } }
        }
    }

    func willAsk() {
        state.withLock { $0.mustLook = true }
    }

    // MARK: The end

    /// The end of a killed process.
    func abandon() async {
        leave()
        await inner.abandon()
    }

    func close() async {
        leave()
        await inner.close()
    }

    private func leave() {
        state.withLock { state in
            state.isOver = true
            if let timer = state.timer.take() { conductor.cancelTimer(timer) }
        }
    }

    /// Returns once the store's files hold everything that was answered, and nobody writes.
    func rest() async throws(LedgerError) {
        // What the first look left to be tidied up is done before the second is answered.
        _ = try await inner.actOnTime()
        _ = try await inner.actOnTime()
    }

    // MARK: Ledger

    func follow(_ show: ShowRef) async throws(LedgerError) -> Verdict<Void> {
        willAsk()
        return try await conductor.question { () throws(LedgerError) in try await inner.follow(show) }
    }

    func unfollow(_ show: ShowRef) {
        inner.unfollow(show)
    }

    func putHall(_ hall: Hall, tenant: String) async throws(LedgerError) -> HallRevision {
        return try await conductor.question { () throws(LedgerError) in try await inner.putHall(hall, tenant: tenant) }
    }

    func losses(of hall: Hall, tenant: String) async throws(LedgerError) -> [HallLoss] {
        willAsk()
        return try await conductor.question { () throws(LedgerError) in try await inner.losses(of: hall, tenant: tenant)
        }
    }

    func hall(_ hallID: String, revision: UInt64, tenant: String) async throws(LedgerError) -> Verdict<HallRevision> {
        return try await conductor.question { () throws(LedgerError) in
            try await inner.hall(hallID, revision: revision, tenant: tenant)
        }
    }

    func halls(tenant: String, pageSize: Int, pageToken: String) async throws(LedgerError)
        -> Verdict<Page<(hall: Hall, seatCount: Int)>>
    {
        return try await conductor.question { () throws(LedgerError) in
            try await inner.halls(tenant: tenant, pageSize: pageSize, pageToken: pageToken)
        }
    }

    func createShow(_ show: Show, tenant: String, request: RequestStamp?) async throws(LedgerError)
        -> Verdict<CommandReply>
    {
        willAsk()
        return try await conductor.question { () throws(LedgerError) in
            try await inner.createShow(show, tenant: tenant, request: request)
        }
    }

    func shows(tenant: String, hallID: String, pageSize: Int, pageToken: String) async throws(LedgerError)
        -> Verdict<Page<ShowView>>
    {
        return try await conductor.question { () throws(LedgerError) in
            try await inner.shows(tenant: tenant, hallID: hallID, pageSize: pageSize, pageToken: pageToken)
        }
    }

    func execute(_ command: ShowCommand, on show: ShowRef, request: RequestStamp?) async throws(LedgerError)
        -> Verdict<CommandReply>
    {
        willAsk()
        return try await conductor.question { () throws(LedgerError) in
            try await inner.execute(command, on: show, request: request)
        }
    }

    func sales(of show: ShowRef, pageSize: Int, pageToken: String) async throws(LedgerError)
        -> Verdict<(page: Page<Sale>, hall: HallRevision)>
    {
        return try await conductor.question { () throws(LedgerError) in
            try await inner.sales(of: show, pageSize: pageSize, pageToken: pageToken)
        }
    }
}
