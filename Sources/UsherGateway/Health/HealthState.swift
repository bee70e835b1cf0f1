internal import Synchronization
internal import UsherRPC
internal import UsherWire

/// Whether the gateway serves, and who wants to hear when that changes. All services share one state: they go together.
final class HealthState: Sendable {
    /// "" is the whole server.
    let names: Set<String>
    private let state = Mutex(State())

    private struct State {
        var isServing = true
        var watchers: [ObjectIdentifier: any FeedChannel] = [:]
    }

    init(services: [String]) {
        names = Set(services).union([""])
    }

    /// nil for a service that is not served here.
    func status(of service: String) -> HealthCheckResponse.ServingStatus? {
        guard names.contains(service) else { return nil }
        return state.withLock { $0.isServing } ? .serving : .notServing
    }

    /// Sends the status now and whenever it changes. A service that is unknown stays open and says so. Loop only.
    func watch(_ service: String, _ channel: any FeedChannel) throws(RPCError) {
        // Unknown services never change: the gateway's are fixed.
        guard names.contains(service) else { return channel.send(Self.message(.serviceUnknown)) }
        let status = state.withLock { state -> HealthCheckResponse.ServingStatus? in
            guard state.watchers.count < Limits.maxHealthWatchers else { return nil }
            state.watchers[ObjectIdentifier(channel)] = channel
            return state.isServing ? .serving : .notServing
        }
        guard let status else { throw RPCError.overloaded("Too many health watchers; ask with Check.") }
        channel.onGoingAway { [weak channel] reason in
            // A server that ends says so with a status of its own.
            if reason != .shutdown { channel?.finish(RPCError.movingOn) }
        }
        channel.onClosed { [weak self, weak channel] in
            guard let channel else { return }
            self?.state.withLock { $0.watchers[ObjectIdentifier(channel)] = nil }
        }
        channel.send(Self.message(status))
    }

    /// NOT_SERVING from here on.
    func stop() {
        let watchers = state.withLock { state -> [any FeedChannel] in
            guard state.isServing else { return [] }
            state.isServing = false
            return Array(state.watchers.values)
        }
        let message = Self.message(.notServing)
        for channel in watchers {
            channel.loop.post { if channel.isOpen { channel.send(message) } }
        }
    }

    private static func message(_ status: HealthCheckResponse.ServingStatus) -> FramedMessage {
        FramedMessage(HealthCheckResponse(status: status).encoded())
    }
}
