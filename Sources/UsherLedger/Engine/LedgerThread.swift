import CSystem
import Glibc
import UsherCore

/// The thread that the engine lives on, and lends it from while it sleeps.
///
/// Guard: `engine` is handed over before the thread starts; from then on it is touched by the thread while it is awake, or
/// by the one caller whom the mailbox lent it.
final class LedgerThread: @unchecked Sendable {
    private let engine: Engine
    private let mailbox: Mailbox

    private init(_ engine: Engine, _ mailbox: Mailbox) {
        self.engine = engine
        self.mailbox = mailbox
    }

    /// The caller must not use `engine` afterwards. The thread ends when the mailbox is finished or a close was asked.
    static func start(_ engine: Engine, _ mailbox: Mailbox) throws(LedgerError) -> LedgerThread {
        let thread = LedgerThread(engine, mailbox)
        let argument = Unmanaged.passRetained(thread)
        var id = pthread_t()
        let code = pthread_create(
            &id, nil,
            { argument in
                if let argument { Unmanaged<LedgerThread>.fromOpaque(argument).takeRetainedValue().run() }
                return nil
            }, argument.toOpaque())
        guard code == 0 else {
            argument.release()
            throw LedgerError(.storeAway, "the ledger's thread does not start: \(String(cString: strerror(code)))")
        }
        pthread_detach(id)
        return thread
    }

    /// Works the order off on the caller's own thread, as a batch of one, and returns true; if somebody else has the
    /// engine, or it would take its time, false, and nothing was done.
    ///
    /// Waking the thread and being woken by it takes as long as all else of a lone commit.
    func lends(to order: LedgerOrder) -> Bool {
        guard order.seats <= Limits.seatsOnLoan, mailbox.lend() else { return false }
        guard engine.isQuick(order) else {
            mailbox.giveBack(nil)
            return false
        }
        let began = usher_boot_nanoseconds()
        engine.process(CollectionOfOne(.execute(order)))
        let took = TimeSpan(nanoseconds: usher_boot_nanoseconds() - began)
        mailbox.giveBack((took: took, wait: engine.wait))
        return true
    }

    private func run() {
        var isFinished = false
        var gathering = Gathering()
        var asks: [Ask] = []
        while !isFinished, engine.closing.isEmpty {
            isFinished = mailbox.take(&asks, wait: engine.wait)
            let began = usher_boot_nanoseconds()
            var rest = asks[...]
            repeat {
                engine.process(rest.prefix(Limits.batch))
                rest = rest.dropFirst(Limits.batch)
            } while !rest.isEmpty
            let took = TimeSpan(nanoseconds: usher_boot_nanoseconds() - began)
            let answered = asks.count
            rest = []
            asks.removeAll(keepingCapacity: answered <= Limits.batch)
            let waiting = mailbox.count
            engine.keepHouse(isIdle: waiting == 0 && answered <= Limits.fewRequests)
            if let plan = gathering.plan(answered: answered, waiting: waiting, took: took) {
                gathering.gained(mailbox.gather(plan), of: plan.requests - waiting)
            }
        }
        // Who asked for the end as well waits until it has come.
        for ask in mailbox.shut() { engine.turnAway(ask, LedgerError(.storeAway, "the ledger is closed")) }
        engine.close()
        for reply in engine.closing { reply.answer(.success(())) }
    }
}
