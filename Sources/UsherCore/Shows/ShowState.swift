/// One show's seats, locks and sales as a pure value: `decide` says what a command would do, `apply` does it. Every
/// store, the simulation and the tests use these two; neither knows a clock, randomness or I/O.
///
/// Work per command grows with the seats that it names, never with the hall. Keep one owner of a value that is
/// applied to: a second copy makes the next `apply` copy the whole map.
public struct ShowState: Sendable {
    public let hall: HallRevision
    public internal(set) var show: Show
    /// Index of the last applied record.
    public internal(set) var logIndex: UInt64
    /// Raised by exactly one by each record that changes seat states.
    public internal(set) var seq: UInt64
    /// The show's time never goes back behind it.
    public internal(set) var lastCommitAt: Timestamp
    /// One wire byte a seat.
    public internal(set) var states: [UInt8]

    /// Per seat: the lock of a locked one, the sale of a sold one, else 0.
    var owners: [UInt64]
    var openLocks: [UInt64: Lock]
    /// Locked and sold seats per holder; holders with none are left out.
    var holderCounts: [String: Int]
    var closedLocks = RecentlyClosed()
    var sales = RecentSales()
    /// Of open locks, by number.
    var deadlines: DeadlineHeap<UInt64>
    var tally: SeatTally
    /// Base prices by the hall's zones.
    var basePrices: [SeatAmount?] = []
    /// Paying locks whose deadline a restart raised: it is in no record yet.
    var graced: Set<UInt64> = []

    /// A show before its first record: apply the `.created` record next.
    public init(hall: HallRevision, created show: Show) {
        self.init(
            hall: hall,
            snapshot: ShowSnapshot(
                show: show, logIndex: 0, seq: 0, lastCommitAt: Timestamp(nanoseconds: .min),
                states: [UInt8](repeating: SeatState.available.rawValue, count: hall.seatCount),
                owners: [UInt64](repeating: 0, count: hall.seatCount), openLocks: [], holderCounts: [:]))
    }

    /// A show as it was at a snapshot; replay the records after `snapshot.logIndex` next. The snapshot must be one of
    /// this hall revision, with states that `SeatState` knows: the store checks both when it reads.
    public init(hall: HallRevision, snapshot: ShowSnapshot) {
        precondition(
            snapshot.states.count == hall.seatCount && snapshot.owners.count == hall.seatCount,
            "\(snapshot.states.count) states and \(snapshot.owners.count) owners for \(hall.seatCount) seats")
        self.hall = hall
        show = snapshot.show
        logIndex = snapshot.logIndex
        seq = snapshot.seq
        lastCommitAt = snapshot.lastCommitAt
        states = snapshot.states
        owners = snapshot.owners
        holderCounts = snapshot.holderCounts
        openLocks = [UInt64: Lock](minimumCapacity: snapshot.openLocks.count)
        for lock in snapshot.openLocks { openLocks[lock.number] = lock }
        deadlines = DeadlineHeap(
            snapshot.openLocks.map { DeadlineHeap.Entry(deadline: $0.expiresAt, key: $0.number) })
        tally = SeatTally(hall: hall, states: snapshot.states)
        setShow(snapshot.show)
    }

    /// The whole hot state; closed locks and sales are stored apart.
    public var snapshot: ShowSnapshot {
        ShowSnapshot(
            show: show, logIndex: logIndex, seq: seq, lastCommitAt: lastCommitAt, states: states, owners: owners,
            openLocks: openLocks.values.sorted { $0.number < $1.number }, holderCounts: holderCounts)
    }

    /// The clock's time as the show sees it: never behind its last commit.
    public func effectiveNow(_ now: Timestamp) -> Timestamp { max(now, lastCommitAt) }

    /// A lock that is in memory: every open one, and closed ones of late.
    public func lock(_ number: UInt64) -> Lock? {
        openLocks[number] ?? closedLocks[number]
    }

    /// A sale that is in memory: those made, changed or restored of late.
    public func sale(_ number: UInt64) -> Sale? {
        sales[number]
    }

    /// O(zones).
    public func counts() -> SeatCounts { tally.counts(hall: hall) }

    /// The lock of a locked seat, the sale of a sold one, else 0.
    public func owner(ofSeat index: Int) -> UInt64 { owners[index] }

    /// The earliest deadline of an open lock; O(1).
    public var nextDeadline: Timestamp? { deadlines.first?.deadline }
}

extension ShowState {
    mutating func setShow(_ new: Show) {
        show = new
        basePrices = new.basePrices(in: hall.hall)
    }

    /// What the seat costs now; nil where the show has no prices or the seat no zone.
    func price(ofSeat index: Int) -> SeatAmount? {
        guard !basePrices.isEmpty, let zone = hall.zone(ofSeat: index) else { return nil }
        return basePrices[zone]
    }

    func isAvailable(_ seat: Int32) -> Bool {
        states[Int(seat)] == SeatState.available.rawValue
    }

    /// The codes of those that are not available, in the order given.
    func unavailable(_ seats: [HeldSeat]) -> [String] {
        seats.lazy.filter { !isAvailable($0.seat) }.map { hall.code(ofSeat: Int($0.seat)) }
    }
}
