public import UsherCore

extension UsherClient {
    /// One event: a delta from `position` if it can be served so, a heartbeat if nothing was missed, else a snapshot.
    public func seats(of showID: String, after position: Position = Position()) async throws(UsherError) -> SeatEvent {
        throw UsherError(.unimplemented, message: "")
    }

    /// One stream of a show's events, as the gateway sends them: for scripts and tools. It ends when its connection
    /// does; `watch` is what survives.
    public func seatEvents(of showID: String, after position: Position = Position()) -> SeatEventStream {
        fatalError()
    }

    /// A show's living map over any network: resumes from its position, never tells a change twice.
    public func watch(_ showID: String, from position: Position = Position()) -> SeatWatch {
        fatalError()
    }

    /// Proposes seats for a party, best first; empty if there are none. Changes nothing.
    public func suggestSeats(
        of showID: String, _ query: SuggestionQuery
    ) async throws(UsherError) -> [SeatSuggestion] {
        throw UsherError(.unimplemented, message: "")
    }
}
