public import UsherCore
public import UsherRPC

/// Why a call to the gateway did not go well: refused by it, or never answered.
public struct UsherError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The status code, never `.ok`.
    public var code: StatusCode
    /// The contract's reason word (`SEAT_TAKEN`), or "" where the gateway gave none: broken connections, deadlines,
    /// proxies in between.
    public var reason: String
    /// A sentence for people who operate the caller.
    public var message: String
    /// Seat codes that stood in the way (`SEAT_TAKEN`, `LOCK_LOST`, `ORPHAN_SEAT`, `SPLIT_PAIR`).
    public var seats: [String]
    /// Every fault of the request's fields, by proto path (`FIELDS`).
    public var faults: [FieldFault]
    /// A choice of the same size that would be accepted, where the gateway knows one.
    public var suggestion: SeatSuggestion?
    /// How long to wait before asking again, where the gateway says so.
    public var retryAfter: TimeSpan?
    /// The call may have been done all the same, now or later: an attempt of it went without an answer.
    public var isOutcomeUnknown = false

    public init(
        _ code: StatusCode, reason: String = "", message: String, seats: [String] = [], faults: [FieldFault] = [],
        suggestion: SeatSuggestion? = nil, retryAfter: TimeSpan? = nil
    ) {
        self.code = code
        self.reason = reason
        self.message = message
        self.seats = seats
        self.faults = faults
        self.suggestion = suggestion
        self.retryAfter = retryAfter
    }

    /// `SEAT_TAKEN: seats are taken`; the code's name where there is no reason word.
    public var description: String { "\(reason.isEmpty ? code.name : reason): \(message)" }
}
