public import UsherCore
import UsherGateway
import UsherLedger

extension TestGateway {
    /// The end of `kill -9`: connections break at once, nobody is told, calls that run have unknown outcomes. Whatever
    /// was answered is in the store; what was asked and not answered may be. Clients find nothing listening until
    /// `restart()`.
    public func kill() async throws(TestGatewayError) {
        try await alone { () throws(TestGatewayError) in
            guard let line = life.withLock({ $0.line.take() }) else { throw Self.isDown }
            await end(line)
        }
    }

    /// Starts the gateway again on what its store holds. Paying locks have their 60 s (contract, lock rule 7).
    public func restart() async throws(TestGatewayError) {
        try await alone { () throws(TestGatewayError) in
            guard life.withLock({ $0.line == nil }) else {
                throw TestGatewayError(.wrongState, "the gateway runs: kill it before")
            }
            try await start(restored: false)
        }
    }

    /// Says goodbye as a gateway does that is stopped in order: watchers are told to come back after `reconnectAfter`,
    /// and half a second later their streams end. `kill()` it then.
    public func drain(reconnectAfter: TimeSpan, reason: String = "shutdown") async {
        let network = network
        await onConductor { network.gateway?.drain(reconnectAfter: reconnectAfter, reason: reason) }
    }

    /// A copy of what was answered so far. Not with `.memory`.
    public func backup() async throws(TestGatewayError) -> GatewayBackup {
        var copy: ScratchDirectory?
        try await alone { () throws(TestGatewayError) in
            let (line, directory) = life.withLock { ($0.line, $0.directory) }
            guard let line else { throw Self.isDown }
            guard let directory else { throw TestGatewayError(.wrongState, "a ledger in memory has no backups") }
            do throws(LedgerError) {
                try await line.rest()
            } catch {
                throw TestGatewayError(.store, error.message)
            }
            let made = try ScratchDirectory()
            try made.take(from: directory)
            copy = made
        }
        guard let copy else { throw Self.isDown }
        return GatewayBackup(directory: copy)
    }

    /// Kills the gateway, if it runs, and starts it from an older state: what was answered since is lost, and every
    /// show has a new epoch.
    public func restoreBackup(_ backup: GatewayBackup) async throws(TestGatewayError) {
        try await alone { () throws(TestGatewayError) in
            guard let directory = life.withLock({ $0.directory }) else {
                throw TestGatewayError(.wrongState, "a ledger in memory has no backups")
            }
            if let line = life.withLock({ $0.line.take() }) { await end(line) }
            try directory.take(from: backup.directory)
            try await start(restored: true)
        }
    }

    // MARK: Parts

    private static let isDown = TestGatewayError(.wrongState, "the gateway does not run: restart it before")

    /// One at a time; time stands meanwhile.
    private func alone(_ body: () async throws(TestGatewayError) -> Void) async throws(TestGatewayError) {
        let isBusy = life.withLock { life in
            defer { life.isBusy = true }
            return life.isBusy
        }
        guard !isBusy else {
            throw TestGatewayError(.wrongState, "another task kills, starts or copies the gateway")
        }
        conductor.hold()
        defer {
            life.withLock { $0.isBusy = false }
            conductor.letGo()
        }
        try await body()
    }

    private func end(_ line: LedgerLine) async {
        let network = network
        conductor.beforeTimeMoves(nil)
        await onConductor { network.kill() }
        await line.abandon()
    }

    func start(restored: Bool) async throws(TestGatewayError) {
        let (directory, run) = life.withLock { life in
            life.runs += 1
            return (life.directory, life.runs)
        }
        let fanout = GatewayFanout()
        let ledger: ShowLedger
        do throws(LedgerError) {
            let storage: ShowLedger.Storage =
                directory.map { .directory($0.path, restored: restored) } ?? .memory
            ledger = try ShowLedger(storage, clock: TestLedgerClock(clock), observer: fanout)
        } catch {
            throw TestGatewayError(.store, error.message)
        }
        let line = LedgerLine(ledger, conductor: conductor)
        var options = Gateway.Options()
        // Another run gives other secrets, as another process does.
        options.generator = SeededGenerator(seed: self.options.seed ^ (run &* 0xA24B_AED4_963E_E407))
        let gateway = Gateway(ledger: line, fanout: fanout, options: options)
        life.withLock { $0.line = line }
        let network = network
        conductor.beforeTimeMoves { [weak line] in line?.lookIfNeeded() ?? false }
        await onConductor { network.start(gateway) }
    }

    private func onConductor(_ body: @escaping @Sendable () -> Void) async {
        let conductor = conductor
        await withCheckedContinuation { continuation in
            conductor.post {
                body()
                continuation.resume()
            }
        }
    }
}
