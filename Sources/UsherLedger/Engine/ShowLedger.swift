public import UsherCore

/// The ledger: one thread decides everything, in batches that share a disk commit. A request alone waits for nobody.
///
/// Refusals and reads that were decided in a batch are answered after its commit too: nobody hears of what a power cut
/// could still undo. Where a commit fails, all callers of the batch get `.commitFailed`, and the store is opened afresh
/// before it serves again.
public final class ShowLedger: Ledger {
    /// Where the data lives.
    public enum Storage: Sendable, Equatable {
        /// A directory of this process alone, made if it is missing (its parent must exist). `restored`: its content
        /// was taken from a backup, and readers may have seen later commits: every show's epoch changes, once.
        case directory(String, restored: Bool = false)
        /// Nothing is kept.
        case memory
    }

    let mailbox = Mailbox()
    let ears = DeviceEars()
    private let time: LedgerTime
    private let codec: Codec

    /// Opens the store, waiting for it. Throws `.inUse`, `.newerSchema`, `.damaged` or `.storeAway`. `observer` is held
    /// until the ledger is closed. `notice` hears, on the ledger's thread, what whoever runs the server should know.
    public convenience init(
        _ storage: Storage, clock: any LedgerClock = SystemClock(), observer: (any LedgerObserver)? = nil,
        notice: (@Sendable (LedgerNotice) -> Void)? = nil
    ) throws(LedgerError) {
        var options = SQLiteStore.Options()
        if case .directory(let path, let restored) = storage {
            options.directory = path
            options.restored = restored
        }
        try self.init(store: try SQLiteStore(options), clock: clock, observer: observer, notice: notice)
    }

    init(
        store: any LedgerStore, clock: any LedgerClock, observer: (any LedgerObserver)?, tuning: Tuning = Tuning(),
        notice: (@Sendable (LedgerNotice) -> Void)? = nil
    ) throws(LedgerError) {
        time = LedgerTime(clock, after: store.lastCommitAt)
        codec = store.codec
        let engine = try Engine(store: store, clock: time, observer: observer, ears: ears, tuning: tuning)
        engine.notices.tell = notice
        try LedgerThread.start(engine, mailbox)
    }

    deinit {
        mailbox.finish()
    }

    public var now: Timestamp { time.now }

    /// Replaces the observer. Call it before the first `follow`.
    public func observe(_ observer: any LedgerObserver) {
        mailbox.post(.observe(observer), isBounded: false)
    }

    /// Has the ledger look at its clock: whoever moves a `ManualClock` calls it.
    public func wake() {
        mailbox.wake()
    }

    // MARK: Halls

    public func putHall(_ hall: Hall, tenant: String) async throws(LedgerError) -> HallRevision {
        var stored = await OffThread.run { [codec] in StoredHall(hall, codec: codec) }
        var revision: HallRevision?
        while true {
            let (content, built) = (stored, revision)
            switch try await ask({ .putHall(content, built, hallID: hall.hallID, tenant: tenant, $0) }) {
            case .same(let found): return try await ready(found, tenant)
            case .stored: if let built { return built }
            case .next(let number):
                stored.revision = number
                revision = await OffThread.run { HallRevision(hall, numbered: number) }
            }
        }
    }

    public func losses(of hall: Hall, tenant: String) async throws(LedgerError) -> [HallLoss] {
        // Of a hall that nobody checked the codes are all that may be looked at.
        let codes = await OffThread.run { Set(hall.seats.lazy.map(\.code)) }
        return try await ask { .losses(hallID: hall.hallID, codes: codes, tenant: tenant, $0) }
    }

    public func hall(_ hallID: String, revision: UInt64, tenant: String) async throws(LedgerError)
        -> Verdict<HallRevision>
    {
        let key = HallKey(tenant: tenant, hallID: hallID, revision: revision)
        switch try await ask({ .hall(key, $0) }) {
        case .success(let found): return .success(try await ready(found, tenant))
        case .failure(let refusal): return .failure(refusal)
        }
    }

    public func halls(tenant: String, pageSize: Int, pageToken: String) async throws(LedgerError)
        -> Verdict<Page<(hall: Hall, seatCount: Int)>>
    {
        try await ask { .halls(tenant: tenant, size: pageSize, token: pageToken, $0) }
    }

    private func ready(_ found: FoundHall, _ tenant: String) async throws(LedgerError) -> HallRevision {
        switch found {
        case .ready(let revision): return revision
        case .stored(let stored):
            let decoded = await OffThread.run { [codec] in
                Result { () throws(CodecError) in try stored.revision(codec: codec) }
            }
            switch decoded {
            case .success(let revision):
                mailbox.post(.remember(revision, tenant: tenant))
                return revision
            case .failure(let error):
                throw LedgerError(.damaged, "a hall cannot be read: \(error.message)")
            }
        }
    }

    // MARK: Shows

    public func createShow(_ show: Show, tenant: String, request: RequestStamp?) async throws(LedgerError)
        -> Verdict<CommandReply>
    {
        try await ask { .createShow(show, tenant: tenant, request, $0) }
    }

    public func shows(tenant: String, hallID: String, pageSize: Int, pageToken: String) async throws(LedgerError)
        -> Verdict<Page<ShowView>>
    {
        try await ask { .shows(tenant: tenant, hallID: hallID, size: pageSize, token: pageToken, $0) }
    }

    public func execute(_ command: ShowCommand, on show: ShowRef, request: RequestStamp?) async throws(LedgerError)
        -> Verdict<CommandReply>
    {
        try await ask { .execute(LedgerOrder(command, on: show, request: request, answer: .waiting($0))) }
    }

    public func execute(_ orders: [LedgerOrder]) {
        mailbox.post(orders)
    }

    public func sales(of show: ShowRef, pageSize: Int, pageToken: String) async throws(LedgerError)
        -> Verdict<(page: Page<Sale>, hall: HallRevision)>
    {
        try await ask { .sales(show, size: pageSize, token: pageToken, $0) }
    }

    public func follow(_ show: ShowRef) async throws(LedgerError) -> Verdict<Void> {
        try await ask { .follow(show, $0) }
    }

    public func unfollow(_ show: ShowRef) {
        mailbox.post(.unfollow(show), isBounded: false)
    }

    public func close() async {
        ears.shut()
        let _: Result<Void, LedgerError> = await withUnsafeContinuation {
            mailbox.post(.close(Reply($0)), isBounded: false)
        }
    }

    /// Ends as a process does that is killed: what was answered is in the store already, and nothing more is written.
    /// For tests of what comes after.
    package func abandon() async {
        ears.shut()
        let _: Result<Void, LedgerError> = await withUnsafeContinuation {
            mailbox.post(.abandon(Reply($0)), isBounded: false)
        }
    }

    /// Acts on everything that is due, with all of it told to the observer, and returns when the ledger acts next by
    /// itself (nil: not before it is asked something). For whoever moves a clock that does not run.
    package func actOnTime() async throws(LedgerError) -> Timestamp? {
        try await ask { .look($0) }
    }

    func ask<Value: Sendable>(_ make: (Reply<Value>) -> Ask) async throws(LedgerError) -> Value {
        let result: Result<Value, LedgerError> = await withUnsafeContinuation { mailbox.post(make(Reply($0))) }
        return try result.get()
    }
}
