/// One customer's selection on one show's map, and the lock that it becomes: a value without clock, chance or I/O.
///
/// Two things are kept apart. `seats` is what the customer wants: a stream's event takes a seat out of it only when
/// somebody else has the seat. `lock` is what the gateway said last. At most one call is open at a time; one that was
/// not answered is open until it is: it is sent again, with the same request id, and never guessed.
///
/// Times named `now` are nanoseconds of a clock that never steps. After each input the shell takes the directives.
public struct SelectionMachine: Sendable {
    /// What is known of the lock.
    enum Standing: Sendable, Hashable, CaseIterable {
        case none, held, paying, sold, lost, expired, released

        /// The lock holds its seats, as far as is known.
        var isOpen: Bool { self == .held || self == .paying }
    }

    public let showID: String
    public let holder: String
    /// The chosen seats, in the order of choosing.
    public internal(set) var seats: [ChosenSeat] = []
    /// The lock as the gateway told it last, also when it is over.
    public internal(set) var lock: SeatLock?
    public internal(set) var sale: SeatSale?
    /// Seats that left the selection without the customer's doing, oldest first, each once; forgotten when it is chosen
    /// again, and when the selection is cleared.
    public internal(set) var lost: [LostSeat] = []
    /// The holder's seats beside this selection, as far as the app knows: they count for `max_seats_per_holder`.
    public var otherSeats = 0
    /// Whether the lock is renewed by itself.
    public internal(set) var autoRenew = AutoRenew.never

    var standing = Standing.none
    var pending: PendingCall?
    /// The hall revision that the indexes belong to.
    var hall: HallRevision?
    /// The epoch that `lock.seq` counts in; nil until a map was there.
    var lockEpoch: String?
    /// Seats that were the customer's own and still look locked on a map that is behind.
    var echoes: [String: Echo] = [:]
    /// Seats that the lock may have as well: of a change that something took the place of before it was answered.
    var uncertain: [String] = []
    /// Something took the place of a payment's beginning before that was answered: until the gateway tells the lock, it
    /// may be one that is paid.
    var mayBePaid = false
    /// States of the lock's seats that were asked about: not asked about again while they stay so.
    var doubted: [UInt8]?
    var lastTap: (seats: [String], at: Int64)?
    var clock = ServerClock()
    var countdown: Countdown?
    /// When to ask whether the lock is over; nil while nothing is to be asked.
    var asksAt: Int64?
    var renewal = Renewal()
    public internal(set) var isClosed = false
    var lastID = 0
    var directives: [SelectionDirective] = []

    /// `otherSeats`: what the holder has beside this selection, as far as the app knows.
    public init(showID: String, holder: String, otherSeats: Int = 0) {
        self.showID = showID
        self.holder = holder
        self.otherSeats = otherSeats
    }

    /// What the shell must do now, in order.
    public mutating func takeDirectives() -> [SelectionDirective] {
        defer { directives = [] }
        return directives
    }

    /// Closed, and nothing is left to do.
    public var isOver: Bool { isClosed && pending == nil }

    /// When `timePassed` must be called next, if nothing happens before; nil if there is nothing to wait for.
    public var wakesAt: Int64? {
        if let pending { return pending.repeatsAt }
        if isClosed { return nil }
        let echo = echoes.values.lazy.filter { $0.seq == nil }.map(\.until).min()
        return [asksAt, renewal.at, echo].compactMap(\.self).min()
    }

    /// The time left until the lock's deadline as the customer sees it; nil when no lock is open.
    public func remaining(now: Int64) -> TimeSpan? {
        standing.isOpen ? countdown?.remaining(now: now) : nil
    }

    /// The lock's deadline by the local clock; nil when no lock is open.
    public var deadline: Int64? { standing.isOpen ? countdown?.deadline : nil }

    /// Whether the call is not answered yet.
    public func isOpen(_ id: Int) -> Bool { pending?.id == id }

    public var phase: SelectionPhase {
        if let pending {
            switch pending.call {
            // Questions of the machine's own change nothing for the customer.
            case .renew where pending.isOwn, .read where !pending.attaches: break
            default:
                if pending.isUnknown || pending.attaches { return .resolving(pending.call.kind) }
            }
            switch pending.call {
            case .lock, .lockBest: return .locking
            case .change: return .changing
            case .confirm: return .confirming
            case .release: return .releasing
            case .renew, .beginPayment, .endPayment, .read: break
            }
        }
        return switch standing {
        case .none: .choosing
        case .held: .held
        case .paying: .paying
        case .sold: .sold
        case .lost: .lost
        case .expired: .expired
        case .released: .released
        }
    }

    /// How the seat is to be shown; nil for a seat that the selection has nothing to do with.
    public func mark(of code: String) -> SeatMark? {
        let isChosen = seats.contains { $0.code == code }
        let isHeld = standing.isOpen && lock?.seats.contains(code) == true
        guard isChosen || isHeld else { return nil }
        if let pending, pending.call.decides(code) || (isHeld && pending.endsLock) {
            if pending.isUnknown { return .resolving }
            return isHeld ? (isChosen ? .held : .leaving) : .locking
        }
        if standing == .sold { return .sold }
        if isHeld { return isChosen ? .held : .leaving }
        return .chosen
    }

    /// Count and price of the chosen seats, with the show's prices of `map`.
    public func totals(on map: SelectionMap?) -> SelectionTotals {
        var totals = SelectionTotals()
        let frozen = standing == .sold ? sale?.seatPrices ?? lock?.seatPrices : standing.isOpen ? lock?.seatPrices : nil
        for seat in seats { totals.add(price(of: seat, frozen ?? [], map)) }
        return totals
    }

    private func price(of seat: ChosenSeat, _ frozen: [SeatPrice], _ map: SelectionMap?) -> Money? {
        if let price = frozen.first(where: { $0.seat == seat.code }) { return price.amount }
        // What was locked without a price stays without one, whatever the show asks for today.
        if standing.isOpen || standing == .sold, lock?.seats.contains(seat.code) == true { return nil }
        guard let index = seat.index, let map, map.hall === hall, Int(index) < map.hall.seatCount,
            let price = map.show?.prices.first(where: {
                $0.zoneID == map.hall.hall.seats[Int(index)].zoneID && $0.ticketType.isEmpty
            })
        else { return nil }
        return Money(currencyCode: price.currencyCode, amountMinor: price.amountMinor)
    }
}
