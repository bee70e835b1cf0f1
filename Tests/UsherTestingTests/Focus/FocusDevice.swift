import Synchronization
import Usher
import UsherTesting

/// One device of a member with a focus timer, which can be killed and started again on what it kept. It writes down what
/// its user did, and what it was told to be rejected.
final class FocusDevice: Sendable {
    struct Deed: Sendable, Hashable {
        var sessionID: String
        var ordinal: UInt32
    }

    private struct State {
        var timer: FocusTimer?
        var reading: Task<Void, Never>?
        var deeds: Set<Deed> = []
        var rejected: Set<Deed> = []
    }

    let memberID: String
    let name: String
    private let client: UsherClient
    private let gateway: TestGateway
    private let store: FocusStore
    private let state = Mutex(State())

    init(_ memberID: String, _ name: String, _ gateway: TestGateway, folder: String) throws {
        self.memberID = memberID
        self.name = name
        self.gateway = gateway
        client = gateway.client(name)
        // A device has its files for itself.
        store = FocusStore(directory: folder, namespace: name)
        try start()
    }

    var timer: FocusTimer {
        get throws {
            guard let timer = state.withLock({ $0.timer }) else {
                throw TestGatewayError(.wrongState, "\(name) is off")
            }
            return timer
        }
    }

    var deeds: Set<Deed> { state.withLock { $0.deeds } }
    var rejected: Set<Deed> { state.withLock { $0.rejected } }

    /// The app begins, with what the store has.
    func start() throws {
        let timer = try client.focusTimer(member: memberID, store: store, isolation: nil)
        let rejections = timer.rejections
        let reading = Task(executorPreference: gateway.executor) { [weak self] in
            for await events in rejections {
                self?.state.withLock { state in
                    for event in events {
                        state.rejected.insert(Deed(sessionID: event.sessionID, ordinal: event.ordinal))
                    }
                }
            }
        }
        state.withLock { state in
            state.timer = timer
            state.reading = reading
        }
    }

    /// The app is gone, and what it did not keep with it.
    func kill() {
        let (timer, reading) = state.withLock { state in
            defer { (state.timer, state.reading) = (nil, nil) }
            return (state.timer, state.reading)
        }
        timer?.close()
        reading?.cancel()
    }

    /// What a user does next, as far as the state shown allows it.
    func act(_ choice: Int, planned: TimeSpan?) async throws {
        let timer = try timer
        do throws(UsherError) {
            let session =
                switch (timer.state, choice) {
                case (nil, _), (.completed, _), (.abandoned, _): try await timer.start(planned: planned)
                case (_, 0): try await timer.finish()
                case (_, 1): try await timer.abandon()
                case (.paused, _): try await timer.resume()
                case (.focusing, _): try await timer.pause()
                }
            state.withLock { state in
                _ = state.deeds.insert(Deed(sessionID: session.sessionID, ordinal: session.lastOrdinal))
            }
        } catch {
            // Another device was first, and this one has heard of it just now.
            guard error.reason == "FOCUS_TRANSITION" else { throw error }
        }
    }

    func close() {
        kill()
        client.close()
    }
}
