import UsherCore

/// What changes in a room, as a sequence: everybody first, then what differs from what this iteration was told.
///
/// A slow consumer is safe: it gets one merged update, and what is kept for it is bounded by the room's size. It ends when
/// the room's handle is closed or the task cancelled, and throws when the room fails for good (`ROOM_UNKNOWN`). Each
/// iteration is told everything for itself; the handle lives as long as they do.
public struct RoomUpdates: AsyncSequence, Sendable {
    public typealias Element = RoomUpdate
    public typealias Failure = UsherError

    let room: LiveRoom

    public struct Iterator: AsyncIteratorProtocol {
        let subscription: WatchSubscription<RoomCore>

        public mutating func next() async throws(UsherError) -> RoomUpdate? {
            try await subscription.next()
        }

        public mutating func next(isolation actor: isolated (any Actor)?) async throws(UsherError) -> RoomUpdate? {
            try await subscription.next()
        }
    }

    public func makeAsyncIterator() -> Iterator {
        Iterator(subscription: WatchSubscription(room.core, room, id: room.id))
    }
}
