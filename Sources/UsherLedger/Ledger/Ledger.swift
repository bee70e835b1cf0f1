public import UsherCore

/// Accepted or refused; a refusal changed nothing.
public typealias Verdict<Value> = Result<Value, Refusal>

/// The one place where halls, shows, locks, sales, rooms and focus sessions are decided and kept. An answer means durable: it survives
/// `kill -9` and, with the SQLite store on disk, power loss.
///
/// All requests for one show are linearizable. Throws `LedgerError` where the ledger itself fails.
public protocol Ledger: FeedSource, RoomLedger, FocusLedger {
    /// Puts a hall that passed `Hall.faults()`; the same content again keeps its revision.
    func putHall(_ hall: Hall, tenant: String) async throws(LedgerError) -> HallRevision
    /// What shows that have not ended would lose by `hall`.
    func losses(of hall: Hall, tenant: String) async throws(LedgerError) -> [HallLoss]
    /// Revision 0 is the newest.
    func hall(_ hallID: String, revision: UInt64, tenant: String) async throws(LedgerError) -> Verdict<HallRevision>
    /// Halls without their seats and rows, by id; `seatCount` beside each. A token that is none of ours is a field fault.
    func halls(tenant: String, pageSize: Int, pageToken: String) async throws(LedgerError)
        -> Verdict<Page<(hall: Hall, seatCount: Int)>>

    /// Makes a show in the hall's newest revision (or the one named).
    func createShow(_ show: Show, tenant: String, request: RequestStamp?) async throws(LedgerError)
        -> Verdict<CommandReply>
    /// Shows by start, then id; `hallID` "" is all halls. Counts are left out.
    func shows(tenant: String, hallID: String, pageSize: Int, pageToken: String) async throws(LedgerError)
        -> Verdict<Page<ShowView>>
    /// Decides, commits and answers one command.
    func execute(_ command: ShowCommand, on show: ShowRef, request: RequestStamp?) async throws(LedgerError)
        -> Verdict<CommandReply>
    /// The same for callers who go on meanwhile: `orders` are those of one turn of a loop, decided in their order.
    func execute(_ orders: [LedgerOrder])
    /// A show's sales by number.
    func sales(of show: ShowRef, pageSize: Int, pageToken: String) async throws(LedgerError)
        -> Verdict<(page: Page<Sale>, hall: HallRevision)>

    /// Commits what waits, writes snapshots and closes the store.
    func close() async
}

extension Ledger {
    /// For ledgers that have nothing better: a task waits for each answer.
    public func execute(_ orders: [LedgerOrder]) {
        for order in orders {
            Task {
                let result: Result<Verdict<CommandReply>, LedgerError>
                do throws(LedgerError) {
                    result = .success(try await execute(order.command, on: order.show, request: order.request))
                } catch {
                    result = .failure(error)
                }
                order.answer.answer(result)
            }
        }
    }
}
