public import Observation
public import UsherCore

/// A living room over any network: who is there now, and this device's own place among them. As calm as `SeatMap`.
///
/// A handle made by `UsherClient.room`; having it is using it. All handles of one room, one detail and one client share
/// one stream and one place in the room, which both stay for 30 s after the last handle: then the member turns away, and
/// leaves by the room's deadlines unless a handle comes back. `leave()` leaves at once.
///
/// Its properties are observable (`Observation`), from any thread; each read gives what holds at that moment, and only
/// properties that really changed notify: on the actor that made the handle, if one did. Code without an actor had better
/// follow `updates`.
///
/// The own seat and status show as wished at once, and as the room has them if it refuses; nobody else is ever shown
/// other than the room said last.
public final class LiveRoom: Observable, Sendable {
    public let roomID: String
    /// Whether members are followed, or numbers alone.
    public let detail: RoomDetail
    let core: RoomCore
    let id: Int
    private let registrar = ObservationRegistrar()
    private let delivery: ActorDelivery<RoomProperties>
    let life = LifeInterest()

    init(_ core: RoomCore, _ actor: (any Actor)?) {
        self.core = core
        roomID = core.key.roomID
        detail = core.key.detail
        id = core.newHandleID()
        delivery = ActorDelivery(to: actor)
        core.attach(id, self)
    }

    deinit {
        core.detach(id)
    }

    /// Lets go of the room without leaving it: the handle's sequences end, and its properties still tell what is known.
    /// Again: nothing.
    public func close() {
        core.detach(id)
    }

    // MARK: The room

    /// Everybody in the room, in the order of their joining; none before the room is there, and where numbers alone are
    /// followed.
    public var members: [RoomMember] { read(\.members) { $0.view.members } }

    /// The hall of the room's seats, with its areas; nil until it is read. A room that is followed by numbers learns of
    /// its hall by `join`.
    public var hall: Hall? { read(\.hall) { $0.hall?.hall } }

    /// How many are there: in the whole room and in each area of the hall.
    public var counts: RoomCounts? {
        registrar.access(self, keyPath: \.counts)
        return core.withState { $0.readCounts() }
    }

    public func member(_ memberID: String) -> RoomMember? {
        registrar.access(self, keyPath: \.members)
        return core.state.withLock { $0.view.member(memberID) }
    }

    /// Who sits there; nil for a free seat, and for one that the hall does not have.
    public func member(onSeat code: String) -> RoomMember? {
        registrar.access(self, keyPath: \.members)
        return core.state.withLock { $0.view.member(onSeat: code) }
    }

    /// Where the room stands in its history; "" as epoch before the first list, and where numbers alone are followed.
    public var position: Position { read(\.position) { $0.machine.replica.position } }

    /// What changes, merged for each consumer.
    public var updates: RoomUpdates { RoomUpdates(room: self) }

    /// Returns as soon as there are the members and the hall. Throws the room's final failure; CANCELLED if the handle is
    /// closed or the task cancelled before.
    public func ready() async throws(UsherError) {
        try await core.ready(handle: id)
    }

    // MARK: This device in it

    /// The own member as shown; nil while this device is not in the room.
    public var me: RoomMember? { read(\.me) { $0.me } }

    /// Where this device stands with the room.
    public var presence: PresencePhase { read(\.presence) { $0.presence.phase } }

    /// What to keep to come back after a kill (`rejoin`); nil while this device is not in the room.
    public var pass: RoomPass? { read(\.pass) { $0.pass } }

    /// How long the member has focused, by the gateway's clock and never more than planned; nil while they do not focus,
    /// and before the gateway's time is known. Observers are told when somebody begins or ends: whoever draws it reads it
    /// as often as it draws.
    public func focusTime(of member: RoomMember) -> TimeSpan? {
        guard let since = member.focusStartedAt, let now = serverTime else { return nil }
        let span = max(.zero, now - since)
        return member.planned.map { min($0, span) } ?? span
    }

    /// What is left of the planned focus, down to zero; nil without a plan.
    public func focusLeft(of member: RoomMember) -> TimeSpan? {
        guard let planned = member.planned, let span = focusTime(of: member) else { return nil }
        return TimeSpan(nanoseconds: planned.nanoseconds - span.nanoseconds)
    }

    // MARK: Its connection

    public var connection: MapConnection { read(\.connection) { $0.machineConnection } }

    /// True while the room may be behind: without word from the gateway for more than a moment.
    public var isStale: Bool { read(\.isStale) { $0.machine.isStale } }

    /// What to add to the client's clock (`ClientRuntime.now`) to get the gateway's, by the quickest of the last events.
    public var skew: TimeSpan? {
        life.begin()
        return read(\.skew) { $0.clock.span }
    }

    /// The gateway's time now, as far as it is known.
    public var serverTime: Timestamp? {
        core.state.withLock { $0.clock.serverTime(now: core.client.runtime.now()) }
    }

    public var diagnostics: MapDiagnostics {
        life.begin()
        return read(\.diagnostics) { state in
            let now = self.core.client.runtime.now()
            return MapDiagnostics(
                connection: state.machineConnection, position: state.machine.replica.position,
                silence: state.machine.lastMessageAt.map { TimeSpan(nanoseconds: max(0, now - $0)) },
                isStale: state.machine.isStale, counters: state.machine.counters, skew: state.clock.span)
        }
    }

    // MARK: Observation

    private func read<Value: Sendable>(
        _ property: KeyPath<LiveRoom, Value>, _ body: (borrowing RoomState) -> Value
    ) -> Value {
        registrar.access(self, keyPath: property)
        return core.state.withLock { body($0) }
    }

    /// Notifies whoever tracks these properties; they stand already.
    func tell(_ changed: RoomProperties) {
        delivery.tell(changed) { self.notify($0) }
    }

    private func notify(_ changed: RoomProperties) {
        if changed.contains(.hall) { registrar.withMutation(of: self, keyPath: \.hall) {} }
        if changed.contains(.members) { registrar.withMutation(of: self, keyPath: \.members) {} }
        if changed.contains(.me) { registrar.withMutation(of: self, keyPath: \.me) {} }
        if !changed.isDisjoint(with: [.counts, .members]) { registrar.withMutation(of: self, keyPath: \.counts) {} }
        if changed.contains(.position) { registrar.withMutation(of: self, keyPath: \.position) {} }
        if changed.contains(.presence) { registrar.withMutation(of: self, keyPath: \.presence) {} }
        if changed.contains(.pass) { registrar.withMutation(of: self, keyPath: \.pass) {} }
        if changed.contains(.connection) { registrar.withMutation(of: self, keyPath: \.connection) {} }
        if changed.contains(.isStale) { registrar.withMutation(of: self, keyPath: \.isStale) {} }
        if changed.contains(.skew) { registrar.withMutation(of: self, keyPath: \.skew) {} }
        if changed.contains(.diagnostics) { registrar.withMutation(of: self, keyPath: \.diagnostics) {} }
    }
}

extension LiveRoom: WatchingHandle {
    static var noun: String { "room" }
}
