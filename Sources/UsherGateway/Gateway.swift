public import UsherCore
public import UsherLedger
public import UsherRPC

/// Everything that Usher serves over gRPC, without a transport: give `services` to a server.
///
/// ```
/// let fanout = GatewayFanout()
/// let ledger = …                       // told to report to `fanout`
/// let gateway = Gateway(ledger: ledger, fanout: fanout)
/// ```
public final class Gateway: Sendable {
    public struct Options: Sendable {
        /// Where the secrets of tokens come from. Tests give a seeded one.
        public var generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()

        public init() {}
    }

    /// All services, health and reflection included.
    public let services: [any Service]
    private let feed: SeatFeed
    private let rooms: TopicFeed<RoomTopic>
    private let health: HealthState

    /// `fanout` must be the observer that the ledger reports to.
    public init(ledger: any Ledger, fanout: GatewayFanout, options: Options = Options()) {
        let feed = SeatFeed(ledger: ledger, fanout: fanout)
        let rooms = TopicFeed<RoomTopic>(ledger, fanout.rooms)
        let secrets = SecretSource(options.generator)
        let desk = CommandDesk(ledger)
        let own: [any Service] = [
            HallService(ledger: ledger),
            ShowService(desk: desk),
            SeatService(feed: feed),
            LockService(desk: desk, secrets: secrets),
            RoomService(ledger: ledger, feed: rooms, secrets: secrets),
            FocusService(ledger: ledger),
        ]
        let names = (own.map(\.name) + [HealthService.fullName] + ReflectionService.names).sorted()
        let health = HealthState(services: names)
        services =
            own + [HealthService(health: health)]
            + ReflectionService.names.map { ReflectionService(name: $0, services: names) }
        self.feed = feed
        self.rooms = rooms
        self.health = health
    }

    /// Says goodbye: health turns NOT_SERVING, every watcher gets a `drain` event that asks to come back after
    /// `reconnectAfter`, and half a second later its stream ends with UNAVAILABLE. Unary calls are served on; the
    /// transport ends them. Again: does nothing more.
    public func drain(reconnectAfter: TimeSpan, reason: String = "shutdown") {
        health.stop()
        feed.drain(reconnectAfter: reconnectAfter, reason: reason)
        rooms.drain(reconnectAfter: reconnectAfter, reason: reason)
    }
}
