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
        let subscription: Subscription

        public mutating func next() async throws(UsherError) -> SeatMapUpdate? {
            try await subscription.next()
        }

        public mutating func next(isolation actor: isolated (any Actor)?) async throws(UsherError) -> SeatMapUpdate? {
            try await subscription.next()
        }
    }

    public func makeAsyncIterator() -> Iterator {
        Iterator(subscription: Subscription(map))
    }

    /// One consumer, as long as somebody holds its iterator.
    final class Subscription: Sendable {
        private let map: SeatMap
        private let id: Int

        init(_ map: SeatMap) {
            self.map = map
            id = map.core.addConsumer()
        }

        deinit {
            map.core.removeConsumer(id)
        }

        func next() async throws(UsherError) -> SeatMapUpdate? {
            while !Task.isCancelled {
                switch map.core.step(consumer: id, handle: map.id) {
                case .update(let update): return update
                case .end: return nil
                case .fail(let error): throw error
                case .wait(let version): await map.core.wait(after: version, handle: map.id)
                }
            }
            return nil
        }
    }
}
