public import UsherCore
import UsherWire

extension UsherClient {
    /// One event: a delta from `position` if it can be served so, a heartbeat if nothing was missed, else a snapshot.
    public func seats(of showID: String, after position: Position = Position()) async throws(UsherError) -> SeatEvent {
        let request = GetSeatsRequest(showID: showID, epoch: position.epoch, afterSeq: position.seq)
        return try await call("SeatService/GetSeats", request)
    }

    /// One stream of a show's events, as the gateway sends them: for scripts and tools. It ends when its connection
    /// does; `seatMap` is what survives.
    public func seatEvents(of showID: String, after position: Position = Position()) -> SeatEventStream {
        SeatEventStream(client: self, showID: showID, position: position)
    }

    /// A show's living map over any network: resumes from its position, never tells a change twice. Having the map is
    /// using it: its stream opens now, unless another handle of the show has one already.
    ///
    /// `known` is a map that the caller kept, as in a table of its own: it is shown as soon as its hall is read, and the
    /// stream goes on from its position. It counts only where this client has no map of the show yet.
    ///
    /// Observers are notified on the actor that calls this, if one does.
    public func seatMap(
        _ showID: String, from known: SeatMapReplica? = nil, isolation: (any Actor)? = #isolation
    ) -> SeatMap {
        let core = maps.core(showID) { isSuspended in
            MapCore(client: self, showID: showID, isSuspended: isSuspended, known: known)
        }
        return SeatMap(core, isolation)
    }

    /// Proposes seats for a party, best first; empty if there are none. Changes nothing.
    public func suggestSeats(
        of showID: String, _ query: SeatQuery
    ) async throws(UsherError) -> [SeatSuggestion] {
        let reply: SuggestSeatsResponse = try await call(
            "SeatService/SuggestSeats", SuggestSeatsRequest(showID: showID, query))
        return reply.suggestions
    }
}
