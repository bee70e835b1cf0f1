import CSystem
import UsherRPC

/// One address that an attempt tries: first a socket that connects, then a connection that shakes hands.
final class ConnectCandidate: ReadinessHandler {
    let number: Int
    private weak var attempt: ConnectAttempt?
    private let reactor: Reactor
    /// While it connects.
    var descriptor: Int32?
    /// From then on until it is ready.
    var connection: ClientConnection?

    init(_ number: Int, attempt: ConnectAttempt, reactor: Reactor) {
        self.number = number
        self.attempt = attempt
        self.reactor = reactor
    }

    func ready(_ readiness: Readiness) { attempt?.socketReady(self) }

    func flush() {}

    func connectionReady(_ connection: ClientConnection) {
        self.connection = nil
        attempt?.candidateSucceeded(self, connection)
    }

    func connectionEnded(_ error: RPCError) {
        connection = nil
        attempt?.candidateFailed(self, error)
    }

    func abandon() {
        attempt = nil
        if let descriptor {
            reactor.remove(descriptor)
            usher_close(descriptor)
        }
        descriptor = nil
        let connection = connection.take()
        connection?.close(RPCError(.unavailable, "another connection stands"))
    }
}
