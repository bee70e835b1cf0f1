import CSystem
import Glibc
import UsherCore

/// The one thread that the engine lives on.
///
/// Guard: `engine` is handed over before the thread starts, and only the thread touches it from then on.
final class LedgerThread: @unchecked Sendable {
    private let engine: Engine
    private let mailbox: Mailbox

    private init(_ engine: Engine, _ mailbox: Mailbox) {
        self.engine = engine
        self.mailbox = mailbox
    }

    /// The caller must not use `engine` afterwards. The thread ends when the mailbox is finished or a close was asked.
    static func start(_ engine: Engine, _ mailbox: Mailbox) throws(LedgerError) {
        let thread = Unmanaged.passRetained(LedgerThread(engine, mailbox))
        var id = pthread_t()
        let code = pthread_create(
            &id, nil,
            { argument in
                if let argument { Unmanaged<LedgerThread>.fromOpaque(argument).takeRetainedValue().run() }
                return nil
            }, thread.toOpaque())
        guard code == 0 else {
            thread.release()
            throw LedgerError(.storeAway, "the ledger's thread does not start: \(String(cString: strerror(code)))")
        }
        pthread_detach(id)
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
