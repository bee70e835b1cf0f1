import Synchronization
public import Usher
public import UsherCore
import UsherGateway
import UsherLedger
public import UsherRPC

/// The real gateway in the test's own process: services, fan-out and ledger as in production, on a clock that the test
/// moves and behind a network that the test breaks. No sockets, no waiting: an evening takes milliseconds.
///
/// ```swift
/// let gateway = try await TestGateway()
/// try await gateway.put(hall)
/// try await gateway.createShow("tonight", hall: "H1")
/// let app = App(client: gateway.client())
/// gateway.faults.dropNext(.answer, of: "LockSeats")
/// try await gateway.advancing { try await app.lock("A-1") }
/// try await gateway.advance(by: .minutes(15))
/// ```
///
/// The gateway, its clients and their maps live on one thread, which knows when nothing moves any more: time goes on
/// only then, from one pause's end to the next. What the test awaits inside `run` or `advancing` is watched in the same
/// way. Other tasks of the app under test cannot be; they get a few turns before time goes on. Everything that is drawn
/// comes from `seed`.
public final class TestGateway: Sendable {
    public struct Options: Sendable {
        /// Replays everything that is drawn: request ids, secrets, jitter.
        public var seed: UInt64 = 1
        public var storage = Storage.scratch
        /// What the wall clock shows at the beginning: 2027-01-15 08:00 UTC unless told otherwise.
        public var startsAt = Timestamp(nanoseconds: 1_800_000_000_000_000_000)
        /// Bytes of a stream that may be on their way to a client or wait for it: beyond it the gateway merges what a
        /// slow client misses.
        public var window: Int

        public init() {
            window = Limits.window
        }
    }

    /// Where the ledger lives.
    public enum Storage: Sendable, Hashable {
        /// SQLite in a directory of its own, in memory where possible, deleted with the gateway.
        case scratch
        /// SQLite in this directory, which stays. Its parent must exist.
        case directory(String)
        /// SQLite without a file: nothing of it is left after `kill()`, and there are no backups.
        case memory
    }

    let options: Options
    /// The time of the gateway and its clients.
    public let clock: TestClock
    /// The network, in the test's hand.
    public let faults: Faults
    /// What happened.
    public let log: GatewayLog
    /// A client that no fault reaches: the box office, other customers, the operator. Its calls need no virtual time.
    public let backstage: UsherClient

    let conductor: Conductor
    private let lease: ConductorLease
    let network: TestNetwork
    let life: Mutex<Life>
    private let clients = Mutex(UInt64(0))

    struct Life {
        var line: LedgerLine?
        var directory: ScratchDirectory?
        /// Starts so far.
        var runs: UInt64 = 0
        /// Somebody is killing, starting or copying.
        var isBusy = false
    }

    /// A gateway that serves, empty unless its directory has something.
    public init(_ options: Options = Options()) async throws(TestGatewayError) {
        self.options = options
        lease = try ConductorLease()
        conductor = lease.conductor
        clock = TestClock(lease, wall: options.startsAt)
        log = GatewayLog { [clock] in clock.elapsed }
        network = TestNetwork(
            conductor: conductor, seed: options.seed, window: max(1, options.window), log: log)
        faults = Faults(network)
        backstage = Self.client(
            network, lease, clock, name: "backstage", isExempt: true, options: UsherClientOptions(), seed: options.seed)
        let directory: ScratchDirectory? =
            switch options.storage {
            case .scratch: try ScratchDirectory()
            case .directory(let path): ScratchDirectory(keeping: path)
            case .memory: nil
            }
        life = Mutex(Life(directory: directory))
        try await start(restored: false)
    }

    deinit {
        let (line, directory) = life.withLock { ($0.line, $0.directory) }
        let (conductor, network) = (conductor, network)
        conductor.beforeTimeMoves(nil)
        conductor.post {
            network.close()
            conductor.endPauses()
        }
        // The directory goes when the ledger has let go of its files.
        Task {
            await line?.abandon()
            withExtendedLifetime(directory) {}
        }
    }

    // MARK: Clients

    /// A client of the gateway, on its clock, with chance from its seed. Its streams and pauses go on only while the
    /// test lets time pass. `name` is for faults and the log; "" is `client-2`, `client-3` …
    public func client(_ name: String = "", options: UsherClientOptions = UsherClientOptions()) -> UsherClient {
        let number = clients.withLock { count in
            count += 1
            return count
        }
        return Self.client(
            network, lease, clock, name: name, isExempt: false, options: options,
            seed: self.options.seed &+ number &* 0xD134_2543_DE82_EF95)
    }

    private static func client(
        _ network: TestNetwork, _ lease: ConductorLease, _ clock: TestClock, name: String, isExempt: Bool,
        options: UsherClientOptions,
        seed: UInt64
    ) -> UsherClient {
        let generator = Mutex(SeededGenerator(seed: seed))
        let runtime = ClientRuntime(
            now: { lease.conductor.now }, sleep: { await lease.conductor.sleep($0) },
            random: { generator.withLock { $0.next() } }, executor: lease.conductor,
            deviceTime: { DeviceTime(wall: clock.wallTime, steady: clock.uptime, boot: "device") })
        return UsherClient(
            transport: TestTransport(network.makeLink(name, isExempt: isExempt), lease), options: options,
            runtime: runtime)
    }

    /// A transport to the gateway for clients of other making. Its deadlines pass in virtual time.
    public func transport(_ name: String = "") -> any ClientTransport {
        TestTransport(network.makeLink(name, isExempt: false), lease)
    }

    // MARK: Scenery

    /// Puts a hall, backstage.
    @discardableResult
    public func put(_ hall: Hall) async throws(UsherError) -> Hall {
        try await backstage.putHall(hall)
    }

    /// Makes a show in the hall's newest revision, backstage: from an hour from now unless told otherwise, three hours
    /// long.
    @discardableResult
    public func createShow(
        _ showID: String, hall hallID: String, startsAt: Timestamp? = nil, lasting: TimeSpan = .hours(3),
        prices: [ZonePrice] = [], policy: Policy = Policy()
    ) async throws(UsherError) -> ShowView {
        let start = startsAt ?? clock.wallTime + .hours(1)
        return try await backstage.createShow(
            Show(
                showID: showID, hallID: hallID, title: showID, startsAt: start, endsAt: start + lasting, prices: prices,
                policy: policy))
    }
}
