import Synchronization
import Usher

/// Watchers over TLS: the client library's, each with a connection of its own.
final class TLSWatchers: Sendable {
    private let clients: [UsherClient]
    private let tasks: Mutex<[Task<Void, Never>]>
    private let ready = Atomic(0)
    private let failure = Mutex<String?>(nil)

    init(_ gateway: BenchGateway, _ options: UsherClientOptions, show: String, count: Int) {
        clients = (0..<count).map { _ in UsherClient(address: gateway.address, options: options) }
        tasks = Mutex([])
        let started = clients.map { client in
            Task { [weak self] in
                do {
                    var isFirst = true
                    for try await _ in client.seatEvents(of: show) {
                        if isFirst { self?.ready.add(1, ordering: .relaxed) }
                        isFirst = false
                    }
                } catch {
                    self?.failure.withLock { $0 = $0 ?? "\(error)" }
                }
            }
        }
        tasks.withLock { $0 = started }
    }

    /// Waits until each has its map.
    func waitForMaps() async throws {
        let latest = ContinuousClock.now + .seconds(Limits.loadPatience)
        while ready.load(ordering: .relaxed) < clients.count {
            if let fault = failure.withLock({ $0 }) { throw CommandFailure("a watcher was cut off: \(fault)") }
            guard ContinuousClock.now < latest else {
                throw CommandFailure("not everybody has a map after \(Limits.loadPatience) s")
            }
            try await Task.sleep(for: .milliseconds(Limits.benchLook))
        }
    }

    func close() {
        for task in tasks.withLock({ $0 }) { task.cancel() }
        for client in clients { client.close() }
    }
}
