public import UsherCore
import UsherWire

extension UsherClient {
    /// One event: a delta from `position` if it can be served so, a heartbeat if nothing was missed, else a snapshot.
    public func seats(of showID: String, after position: Position = Position()) async throws(UsherError) -> SeatEvent {
        let request = GetSeatsRequest(showID: showID, epoch: position.epoch, afterSeq: position.seq)
        return try await call("SeatService/GetSeats", request)
    }

    /// One stream of a show's events, as the gateway sends them: for scripts and tools. It ends when its connection
    /// does; `watch` is what survives.
    public func seatEvents(of showID: String, after position: Position = Position()) -> SeatEventStream {
        SeatEventStream(client: self, showID: showID, position: position)
    }

    /// A show's living map over any network: resumes from its position, never tells a change twice.
    ///
    /// `known` is a map kept from before: what it holds is not told again.
    public func watch(_ showID: String, from known: SeatMapReplica = SeatMapReplica()) -> SeatWatch {
        SeatWatch(client: self, showID: showID, known: known)
    }

    /// Proposes seats for a party, best first; empty if there are none. Changes nothing.
    public func suggestSeats(
        of showID: String, _ query: SuggestionQuery
    ) async throws(UsherError) -> [SeatSuggestion] {
        let request = SuggestSeatsRequest(
            showID: showID, count: query.count, zoneIDs: query.zoneIDs, kind: query.kind ?? .standard,
            maxAmountMinor: query.maxAmountMinor, limit: query.limit, seed: query.seed)
        let reply: SuggestSeatsResponse = try await call("SeatService/SuggestSeats", request)
        return reply.suggestions.map(SeatSuggestion.init)
    }
}
