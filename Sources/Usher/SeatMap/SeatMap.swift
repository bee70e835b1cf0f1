public import Observation
public import UsherCore

/// A show's living map over any network: never wrong, and calm.
///
/// A handle made by `UsherClient.seatMap`; having it is using it, and letting go of it (or `close()`) is leaving. All
/// handles of one show and one client share one stream, which stays for 30 s after the last of them.
///
/// Its properties are observable (`Observation`), from any thread; each read gives what holds at that moment, and `hall`
/// and `states` are always of the same hall revision. Read both by `whole` where they must be of the same moment. Only
/// properties that really changed notify.
///
/// Notifications come on the actor that made the handle, if one did: code that reads and tracks there misses nothing.
/// Code without an actor is notified on any thread, and had better follow `updates`, since `withObservationTracking` itself
/// overlooks what changes on another thread while it looks.
public final class SeatMap: Observable, Sendable {
    /// The parts of a map at one moment.
    public struct Whole: Sendable {
        public var hall: Hall
        /// One wire byte a seat of `hall`, in index order; an unknown byte means not available.
        public var states: [UInt8]
        public var position: Position
        public var show: Show?
    }

    public let showID: String
    let core: MapCore
    let id: Int
    private let registrar = ObservationRegistrar()
    private let delivery: ActorDelivery<MapProperties>
    let life = LifeInterest()

    init(_ core: MapCore, _ actor: (any Actor)?) {
        self.core = core
        showID = core.showID
        id = core.newHandleID()
        delivery = ActorDelivery(to: actor)
        core.attach(id, self)
    }

    deinit {
        core.detach(id)
    }

    /// Leaves the map: its sequences end. The properties still tell what is known. Again: nothing.
    public func close() {
        core.detach(id)
    }

    // MARK: The map

    /// The hall of the map; nil before the first map.
    public var hall: Hall? { read(\.hall) { $0.view.hall?.hall } }

    /// The show's own fields: times, prices, policy; nil until they were read.
    public var show: Show? { read(\.show) { $0.machine.replica.show } }

    /// One wire byte a seat of `hall`, in index order; an unknown byte means not available. Empty before the first map.
    public var states: [UInt8] { read(\.states) { $0.view.states } }

    /// Where the map stands in its show's history; an empty epoch before the first map.
    public var position: Position { read(\.position) { $0.position } }

    /// The parts of the map as they are together; nil before the first map.
    public var whole: Whole? {
        registrar.access(self, keyPath: \.hall)
        registrar.access(self, keyPath: \.states)
        registrar.access(self, keyPath: \.position)
        registrar.access(self, keyPath: \.show)
        let view = core.state.withLock { $0.view }
        return view.hall.map {
            Whole(hall: $0.hall, states: view.states, position: view.position, show: view.show)
        }
    }

    /// Whether a seat may be chosen; false for seats and states that this version does not know.
    public func isAvailable(_ seat: Int) -> Bool {
        let states = states
        return states.indices.contains(seat) && states[seat] == SeatState.available.rawValue
    }

    /// What changes, merged for each consumer.
    public var updates: SeatMapUpdates { SeatMapUpdates(map: self) }

    /// Returns as soon as there are a hall, its states and the show. Throws the map's final failure; CANCELLED if the
    /// handle is closed or the task cancelled before.
    public func ready() async throws(UsherError) {
        try await core.ready(handle: id)
    }

    // MARK: Its connection

    public var connection: MapConnection { read(\.connection) { $0.connection } }

    /// True while the map may be behind: from a cache, or without word from the gateway for more than a moment.
    public var isStale: Bool { read(\.isStale) { $0.isStale } }

    /// When what is shown was kept, by the gateway's clock, while it comes from the client's cache and the gateway was not
    /// heard yet; nil otherwise.
    public var keptAt: Timestamp? { read(\.keptAt) { $0.shownKeptAt } }

    /// When the gateway was heard last, in nanoseconds of the client's clock (`ClientRuntime.now`).
    public var lastMessageAt: Int64? {
        readsLife()
        return read(\.lastMessageAt) { $0.machine.lastMessageAt }
    }

    /// Streams opened after the first.
    public var reconnects: Int { read(\.reconnects) { $0.machine.counters.reconnects } }

    /// What to add to the client's clock (`ClientRuntime.now`) to get the gateway's, by the quickest of the last events.
    public var skew: TimeSpan? {
        readsLife()
        return read(\.skew) { $0.clock.span }
    }

    /// The gateway's time now, as far as it is known.
    public var serverTime: Timestamp? {
        readsLife()
        registrar.access(self, keyPath: \.skew)
        return core.state.withLock { $0.clock.serverTime(now: core.client.runtime.now()) }
    }

    public var diagnostics: MapDiagnostics {
        readsLife()
        return read(\.diagnostics) { state in
            let now = self.core.client.runtime.now()
            return MapDiagnostics(
                connection: state.connection, position: state.position,
                silence: state.machine.lastMessageAt.map { TimeSpan(nanoseconds: max(0, now - $0)) },
                isStale: state.isStale, counters: state.machine.counters, skew: state.clock.span)
        }
    }

    // MARK: Observation

    private func read<Value>(_ property: KeyPath<SeatMap, Value>, _ body: (borrowing MapState) -> Value) -> Value {
        registrar.access(self, keyPath: property)
        return core.state.withLock { body($0) }
    }

    private func readsLife() { life.begin() }

    /// Notifies whoever tracks these properties; they stand already.
    func tell(_ changed: MapProperties) {
        delivery.tell(changed) { self.notify($0) }
    }

    private func notify(_ changed: MapProperties) {
        if changed.contains(.hall) { registrar.withMutation(of: self, keyPath: \.hall) {} }
        if changed.contains(.show) { registrar.withMutation(of: self, keyPath: \.show) {} }
        if changed.contains(.states) { registrar.withMutation(of: self, keyPath: \.states) {} }
        if changed.contains(.position) { registrar.withMutation(of: self, keyPath: \.position) {} }
        if changed.contains(.connection) { registrar.withMutation(of: self, keyPath: \.connection) {} }
        if changed.contains(.isStale) { registrar.withMutation(of: self, keyPath: \.isStale) {} }
        if changed.contains(.keptAt) { registrar.withMutation(of: self, keyPath: \.keptAt) {} }
        if changed.contains(.lastMessageAt) { registrar.withMutation(of: self, keyPath: \.lastMessageAt) {} }
        if changed.contains(.reconnects) { registrar.withMutation(of: self, keyPath: \.reconnects) {} }
        if changed.contains(.skew) { registrar.withMutation(of: self, keyPath: \.skew) {} }
        if changed.contains(.diagnostics) { registrar.withMutation(of: self, keyPath: \.diagnostics) {} }
    }
}

extension SeatMap: WatchingHandle {
    static var noun: String { "map" }
}
