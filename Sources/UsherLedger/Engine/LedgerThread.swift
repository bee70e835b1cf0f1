import Glibc

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
        while !isFinished, engine.closing.isEmpty {
            let (asks, finished) = mailbox.take(wait: engine.wait)
            isFinished = finished
            var rest = asks[...]
            repeat {
                engine.process(rest.prefix(Limits.batch))
                rest = rest.dropFirst(Limits.batch)
            } while !rest.isEmpty
            engine.keepHouse(isIdle: mailbox.isEmpty)
        }
        // Who asked for the end as well waits until it has come.
        for ask in mailbox.shut() { engine.turnAway(ask, LedgerError(.storeAway, "the ledger is closed")) }
        engine.close()
        for reply in engine.closing { reply.answer(.success(())) }
    }
}
