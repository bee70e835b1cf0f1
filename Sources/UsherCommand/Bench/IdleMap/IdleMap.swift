import Synchronization
import Usher
import UsherCore

/// A watched map with its hall, and nobody who looks at it.
final class IdleMap: Sendable {
    private let kept = Mutex<(states: [UInt8], hall: Hall)?>(nil)
    private let task: Mutex<Task<Void, Never>?> = Mutex(nil)

    init(_ showID: String, _ client: UsherClient) {
        let following = Task { [weak self] in
            do {
                for try await update in client.watch(showID) {
                    guard case .map(let states, _, let hallID, let revision) = update else { continue }
                    let hall = try await client.hall(hallID, revision: revision)
                    self?.kept.withLock { $0 = (states, hall) }
                }
            } catch {}
        }
        task.withLock { $0 = following }
    }

    deinit {
        task.withLock { $0?.cancel() }
    }

    var isReady: Bool { kept.withLock { $0 != nil } }
}
