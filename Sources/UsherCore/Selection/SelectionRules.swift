/// The show's rules for a choice of seats, judged on the local map before anything is sent. The gateway judges again,
/// and its word counts: a local verdict may only be as old as the map.
///
/// Each rule of a whole choice is one function from the choice to a refusal or nil, and stands in `rules`: another rule
/// is another function there.
public struct SelectionRules: Sendable {
    /// What a rule reads.
    struct Choice {
        /// Indexes, in the order of choosing.
        var seats: [Int32]
        /// Whether a seat may be had: available, or the customer's own.
        var isFree: (Int32) -> Bool
    }

    private typealias Rule = @Sendable (SelectionRules, Choice) -> SelectionRefusal?

    /// Of one seat at a time and of the whole alike.
    private static let limits: [Rule] = [
        { $0.judgeCount($1) }, { $0.judgeHolder($1) }, { $0.judgeRow($1) },
    ]
    /// Of the whole alone: a choice on its way may break these.
    private static let rules: [Rule] = limits + [{ $0.judgeSeating($1) }]

    let hall: HallRevision
    let policy: Policy
    /// Seats that the holder has beside this choice, as far as is known.
    let otherSeats: Int

    public init(hall: HallRevision, policy: Policy, otherSeats: Int = 0) {
        self.hall = hall
        self.policy = policy
        self.otherSeats = otherSeats
    }

    /// What to add when `seat` is asked for: itself, and with it the other half of its pair if that is free.
    func adding(_ seat: Int32, to choice: Choice) -> Result<[Int32], SelectionRefusal> {
        guard choice.isFree(seat) else { return .failure(.seatTaken([code(seat)])) }
        var added = [seat]
        if policy.keepPairsTogether, let other = partner(of: seat), choice.isFree(other),
            !choice.seats.contains(other)
        {
            added.append(other)
        }
        let after = Choice(seats: choice.seats + added, isFree: choice.isFree)
        for rule in Self.limits {
            if var refusal = rule(self, after) {
                refusal.seats = added.map(code)
                return .failure(refusal)
            }
        }
        return .success(added)
    }

    /// What to remove when `seat` is given back: itself, and with it the other half of its pair.
    func removing(_ seat: Int32, from seats: [Int32]) -> [Int32] {
        guard policy.keepPairsTogether, let other = partner(of: seat), seats.contains(other) else { return [seat] }
        return [seat, other]
    }

    /// Whether the choice as a whole may be asked for; nil if it may.
    func judge(_ choice: Choice) -> SelectionRefusal? {
        guard !choice.seats.isEmpty else { return .noSeats }
        let taken = choice.seats.filter { !choice.isFree($0) }
        guard taken.isEmpty else { return .seatTaken(taken.map(code)) }
        for rule in Self.rules {
            if let refusal = rule(self, choice) { return refusal }
        }
        return nil
    }

    /// Whether a party of `count` may be asked for, whichever seats it gets; nil if it may.
    func judge(count: Int) -> SelectionRefusal? {
        judgeLimit(count, seats: []) ?? judgeHolderLimit(count, seats: [])
    }

    // MARK: The rules

    private func judgeCount(_ choice: Choice) -> SelectionRefusal? {
        judgeLimit(choice.seats.count, seats: choice.seats)
    }

    private func judgeLimit(_ count: Int, seats: [Int32]) -> SelectionRefusal? {
        guard count > policy.maxSeatsPerLock else { return nil }
        return .tooMany(policy.maxSeatsPerLock, "max_seats_per_lock", seats.map(code))
    }

    private func judgeHolder(_ choice: Choice) -> SelectionRefusal? {
        judgeHolderLimit(choice.seats.count, seats: choice.seats)
    }

    private func judgeHolderLimit(_ count: Int, seats: [Int32]) -> SelectionRefusal? {
        guard let limit = policy.maxSeatsPerHolder, count > limit - otherSeats else { return nil }
        return .tooMany(limit, "max_seats_per_holder", seats.map(code))
    }

    private func judgeRow(_ choice: Choice) -> SelectionRefusal? {
        guard policy.sameRowOnly, let first = choice.seats.first else { return nil }
        let row = hall.row(ofSeat: Int(first))
        let others = choice.seats.filter { hall.row(ofSeat: Int($0)) != row }
        return others.isEmpty ? nil : .notSameRow(others.map(code))
    }

    /// Pairs and the orphan rule, by the gateway's own judge.
    private func judgeSeating(_ choice: Choice) -> SelectionRefusal? {
        let judge = SeatJudge(hall: hall, policy: policy, isFree: choice.isFree)
        guard let fault = judge.fault(of: choice.seats) else { return nil }
        let repair = judge.repair(of: choice.seats, fault).map { $0.map(code) } ?? []
        return switch fault {
        case .splitPair(let halves): .splitPair(halves.map(code), repair: repair)
        case .orphans(let alone): .orphanSeat(alone.map(code), repair: repair)
        }
    }

    private func partner(of seat: Int32) -> Int32? {
        let partner = hall.hall.seats[Int(seat)].partner
        return partner.isEmpty ? nil : hall.seatIndex(partner).map(Int32.init)
    }

    private func code(_ seat: Int32) -> String { hall.code(ofSeat: Int(seat)) }
}
