import UsherCore

/// What changes in a map, as a sequence: the whole map first, then what differs from what this iteration was told.
///
/// A slow consumer is safe: it gets one merged update, and what is kept for it is bounded by the hall's size. It ends when
/// the map's handle is closed or the task cancelled, and throws when the map fails for good (`SHOW_UNKNOWN`). Each
/// iteration is told everything for itself; the handle lives as long as they do.
public struct SeatMapUpdates: AsyncSequence, Sendable {
    public typealias Element = SeatMapUpdate
    public typealias Failure = UsherError

    let map: SeatMap

    public struct Iterator: AsyncIteratorProtocol {
        let subscription: WatchSubscription<MapCore>

        public mutating func next() async throws(UsherError) -> SeatMapUpdate? {
            try await subscription.next()
        }

        public mutating func next(isolation actor: isolated (any Actor)?) async throws(UsherError) -> SeatMapUpdate? {
            try await subscription.next()
        }
    }

    public func makeAsyncIterator() -> Iterator {
        Iterator(subscription: WatchSubscription(map.core, map, id: map.id))
    }
}
