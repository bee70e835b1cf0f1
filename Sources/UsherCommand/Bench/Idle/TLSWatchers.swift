import Synchronization
import Usher

/// Watchers over TLS: the client library's, each with a connection of its own.
final class TLSWatchers: Sendable {
    private let clients: [UsherClient]
    private let show: String
    private let tasks = Mutex<[Task<Void, Never>]>([])
    private let ready = Atomic(0)
    private let failure = Mutex<String?>(nil)

    init(_ gateway: BenchGateway, _ options: UsherClientOptions, show: String, count: Int) {
        clients = (0..<count).map { _ in UsherClient(address: gateway.address, options: options) }
        self.show = show
    }

    /// Lets all watch, a few handshakes at a time, and waits until each has its map.
    func open() async throws {
        for (number, client) in clients.enumerated() {
            try await waitForMaps(number - Limits.benchParallel + 1)
            let task = Task { await watch(client) }
            tasks.withLock { $0.append(task) }
        }
        try await waitForMaps(clients.count)
    }

    private func watch(_ client: UsherClient) async {
        do {
            var isFirst = true
            for try await _ in client.seatEvents(of: show) {
                if isFirst { ready.add(1, ordering: .relaxed) }
                isFirst = false
            }
        } catch {
            failure.withLock { $0 = $0 ?? "\(error)" }
        }
    }

    private func waitForMaps(_ number: Int) async throws {
        let latest = ContinuousClock.now + .seconds(Limits.loadPatience)
        while ready.load(ordering: .relaxed) < number {
            if let fault = failure.withLock({ $0 }) { throw CommandFailure("a watcher was cut off: \(fault)") }
            guard ContinuousClock.now < latest else {
                throw CommandFailure("not everybody has a map after \(Limits.loadPatience) s")
            }
            try await Task.sleep(for: .milliseconds(1))
        }
    }

    func close() {
        for task in tasks.withLock({ $0 }) { task.cancel() }
        for client in clients { client.close() }
    }
}
