/// Why a selection did not do what it was asked to: judged locally, before anything was sent, or by the gateway.
public struct SelectionRefusal: Error, Sendable, Equatable {
    /// The contract's word (`TOO_MANY_SEATS`), or one of this client's own: `NO_MAP`, `BUSY`, `CHANGES_OPEN`, `CLOSED`.
    public var reason: String
    /// The seats in the way, by code.
    public var seats: [String]
    /// A sentence for people.
    public var message: String
    /// The limit that was met, of `TOO_MANY_SEATS`.
    public var limit: Int?
    /// Seats that would be accepted instead, where they are known.
    public var repair: [String]

    public init(
        _ reason: String, seats: [String] = [], message: String, limit: Int? = nil, repair: [String] = []
    ) {
        self.reason = reason
        self.seats = seats
        self.message = message
        self.limit = limit
        self.repair = repair
    }
}

extension SelectionRefusal {
    static func seatUnknown(_ code: String) -> SelectionRefusal {
        SelectionRefusal("SEAT_UNKNOWN", seats: [code], message: "the hall has no seat \(code)")
    }

    static func seatTaken(_ seats: [String]) -> SelectionRefusal {
        SelectionRefusal("SEAT_TAKEN", seats: seats, message: "not available: \(seats.joined(separator: ", "))")
    }

    static func tooMany(_ limit: Int, _ policy: String, _ seats: [String]) -> SelectionRefusal {
        SelectionRefusal(
            "TOO_MANY_SEATS", seats: seats, message: "at most \(limit) \(limit == 1 ? "seat" : "seats") (\(policy))",
            limit: limit)
    }

    static func notSameRow(_ seats: [String]) -> SelectionRefusal {
        SelectionRefusal("NOT_SAME_ROW", seats: seats, message: "all seats must be in one row")
    }

    static func splitPair(_ seats: [String], repair: [String]) -> SelectionRefusal {
        SelectionRefusal(
            "SPLIT_PAIR", seats: seats, message: "half a pair, and its other half is free", repair: repair)
    }

    static func orphanSeat(_ seats: [String], repair: [String]) -> SelectionRefusal {
        SelectionRefusal(
            "ORPHAN_SEAT", seats: seats, message: "left alone: \(seats.joined(separator: ", "))", repair: repair)
    }

    static let noSeats = SelectionRefusal("NO_SEATS", message: "no seat is chosen")
    static let lockUnknown = SelectionRefusal("LOCK_UNKNOWN", message: "nothing is locked")
    static let lockLost = SelectionRefusal("LOCK_LOST", message: "the lock is over")
    static let noMap = SelectionRefusal("NO_MAP", message: "the seat map is not here yet")
    static let changesOpen = SelectionRefusal(
        "CHANGES_OPEN", message: "the chosen seats are not the locked ones; change the lock first")
    static let closed = SelectionRefusal("CLOSED", message: "the selection was closed")

    static func lockFixed(_ why: String) -> SelectionRefusal {
        SelectionRefusal("LOCK_FIXED", message: why)
    }

    static func busy(_ call: LockCall.Kind) -> SelectionRefusal {
        SelectionRefusal("BUSY", message: "waiting for the gateway's answer to \(call)")
    }
}
