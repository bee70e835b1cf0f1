/// What an event meant to a reader.
public enum StreamOutcome<Change: Sendable & Equatable>: Sendable, Equatable {
    /// What is another now, in the event's order; there may be nothing.
    case applied([Change])
    /// A snapshot replaced the copy. `changes` are the differences (everything, if there was no copy of this hall
    /// revision); `newEpoch`: history was lost; `newHall`: read the hall again.
    case replaced(changes: [Change], newEpoch: Bool, newHall: Bool)
    /// Nothing was missed.
    case alive(serverTime: Timestamp)
    /// Old, a repeat, or of a kind that this client does not know.
    case ignored
    /// Something is missing between the position and the event: drop the stream and resume from the position.
    case resume(StreamGap)
    /// The side value is another now.
    case sideChanged
    /// The server goes: resume after the span, elsewhere if there is one.
    case drain(reconnectAfter: TimeSpan, reason: String)
}
