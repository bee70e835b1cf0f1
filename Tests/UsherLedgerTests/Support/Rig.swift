import Testing
import UsherCore

@testable import UsherLedger

/// The stores that the contract tests run against.
enum StoreKind: String, CaseIterable, CustomTestStringConvertible {
    case memory, sqlite
    var testDescription: String { rawValue }
}

/// A ledger with a clock that only the test moves, and, on disk, a directory of its own.
final class Rig {
    let kind: StoreKind
    let clock: ManualClock
    let observer = Recorder()
    private let directory = TemporaryDirectory()
    private(set) var ledger: ShowLedger

    private let tuning: Tuning

    init(_ kind: StoreKind = .sqlite, clock: ManualClock = ManualClock(), tuning: Tuning = Tuning()) throws {
        self.kind = kind
        self.clock = clock
        self.tuning = tuning
        var options = SQLiteStore.Options()
        if kind == .sqlite { options.directory = directory.path }
        ledger = try ShowLedger(
            store: try SQLiteStore(options), clock: clock, observer: observer, tuning: tuning)
    }

    var path: String { directory.path }

    /// Closes and opens again: on disk only.
    func restart(restored: Bool = false) async throws {
        await ledger.close()
        let options = SQLiteStore.Options(directory: path, restored: restored)
        ledger = try ShowLedger(store: try SQLiteStore(options), clock: clock, observer: observer, tuning: tuning)
    }

    /// Moves the clock and waits until the ledger has acted on it.
    func advance(_ span: TimeSpan) async throws {
        clock.advance(by: span)
        ledger.wake()
        // A read that touches no show: answered in a later batch than the wake's.
        _ = try await ledger.halls(tenant: "other", pageSize: 1, pageToken: "")
    }

    /// Most tests lock any seats: whom they leave alone is another matter.
    static let policy = Policy(orphanRule: .off)

    /// A hall `H` and a show `S` in it, three hours ahead, six long.
    @discardableResult
    func stage(
        seats: Int = 24, show: String = "S", policy: Policy = Rig.policy, prices: [ZonePrice] = []
    ) async throws -> ShowRef {
        _ = try await ledger.putHall(Self.hall(seats: seats), tenant: "t")
        _ = try await ledger.createShow(
            Self.show(show, hall: "H", at: 3, clock: clock, policy: policy, prices: prices), tenant: "t", request: nil
        ).get()
        return ShowRef(tenant: "t", showID: show)
    }

    /// Rows of twelve: seats `0`, `1` … by index.
    static func hall(_ id: String = "H", seats: Int = 24, name: String = "") -> Hall {
        Hall(
            hallID: id, name: name, rowCount: (seats + 11) / 12, columnCount: 12,
            seats: (0..<seats).map { Seat(code: "\($0)", row: $0 / 12, column: $0 % 12, zoneID: "z") },
            zones: [Zone(zoneID: "z")])
    }

    static func show(
        _ id: String, hall: String = "H", at hours: Int64, lasting: Int64 = 6, clock: ManualClock,
        policy: Policy = Rig.policy, prices: [ZonePrice] = []
    ) -> Show {
        let start = clock.now + .hours(hours)
        return Show(
            showID: id, hallID: hall, title: "Show \(id)", startsAt: start, endsAt: start + .hours(lasting),
            prices: prices, policy: policy)
    }

    // MARK: Commands

    func execute(_ command: ShowCommand, on show: String = "S", request: (RequestScope, String)? = nil) async throws
        -> Verdict<CommandReply>
    {
        let stamp = request.map { RequestStamp(scope: $0.0, id: $0.1, digest: command.digest(show: show)) }
        return try await ledger.execute(command, on: ShowRef(tenant: "t", showID: show), request: stamp)
    }

    func lock(_ seats: String..., on show: String = "S", ttl: TimeSpan? = nil, id: String? = nil) async throws -> Lock {
        try await execute(
            .lockSeats(holder: "anna", seats: seats, ttl: ttl, secret: .random()), on: show,
            request: id.map { (.lockSeats, $0) }
        ).get().lock
    }

    func confirm(_ lock: Lock, on show: String = "S", order: String = "o", id: String? = nil) async throws -> Sale {
        try await execute(
            .confirmLock(lock.key, orderRef: order), on: show, request: id.map { (.confirmLock, $0) }
        ).get().sale
    }

    func view(_ show: String = "S") async throws -> ShowView {
        try await execute(.getShow, on: show).get().show
    }

    func get(_ lock: Lock, on show: String = "S") async throws -> Lock {
        try await execute(.getLock(lock.key), on: show).get().lock
    }
}

extension TokenSecret {
    static func random() -> TokenSecret { TokenSecret(high: .random(in: 1 ... .max), low: .random(in: 1 ... .max)) }
}

extension Lock {
    var key: LockKey { LockKey(number: number, secret: secret) }
}

/// An answer about something else than the test asked.
struct WrongSubject: Error {}

extension CommandReply {
    var lock: Lock {
        get throws {
            guard case .lock(let lock) = subject else { throw WrongSubject() }
            return lock
        }
    }
    var sale: Sale {
        get throws {
            guard case .sale(let sale) = subject else { throw WrongSubject() }
            return sale
        }
    }
    var show: ShowView {
        get throws {
            guard case .show(let view) = subject else { throw WrongSubject() }
            return view
        }
    }
    var seq: UInt64 {
        get throws {
            guard case .seq(let seq) = subject else { throw WrongSubject() }
            return seq
        }
    }
}
