/// Why a well-formed request was refused: nothing was changed. One case for each reason of the contract's error table.
public enum Refusal: Error, Sendable, Equatable {
    // INVALID_ARGUMENT
    /// All field faults at once.
    case fields([FieldFault])
    /// Seat codes that the hall (or the sale) does not have, and how many more there are beyond those that are listed.
    case seatUnknown([String], more: Int = 0)
    case requestIDReused

    // NOT_FOUND
    case hallUnknown, showUnknown, lockUnknown, saleUnknown, roomUnknown
    /// A token of a device that is in no room any more, or never was.
    case memberUnknown
    case focusUnknown

    // ABORTED
    /// The seats that are not available, by code.
    case seatTaken([String])
    /// The lock is over; the seats that someone else has meanwhile, by code (none, if only its time passed).
    case lockLost([String])
    /// The version that the show has now.
    case versionStale(UInt64)
    /// The seat that another member of the room has.
    case seatOccupied(String)

    // FAILED_PRECONDITION
    /// Why: closed, cancelled or ended.
    case salesClosed(String)
    /// The limit and which it is (`max_seats_per_lock`, `max_seats_per_holder`).
    case tooManySeats(limit: Int, policy: String)
    case notSameRow
    /// Seats left alone, and the nearest seats of the same number that would be accepted.
    case orphanSeat([String], suggestion: SeatSuggestion?)
    /// The halves asked for, and what would be accepted, where such seats were found.
    case splitPair([String], suggestion: SeatSuggestion?)
    /// Why the lock can no longer change.
    case lockFixed(String)
    case renewLimit
    /// The show that has the hall at that time.
    case hallBusy(showID: String)
    case noSeats
    /// Why the session cannot do that.
    case focusTransition(String)
    /// The ordinal, which the session has with another type.
    case ordinalTaken(UInt32)
    /// The ordinal that comes next.
    case ordinalGap(next: UInt32)

    // ALREADY_EXISTS
    case showExists, roomExists, focusExists

    // RESOURCE_EXHAUSTED
    /// What there are too many of, as "this room has 10,000 members already".
    case tooMany(String)
}
