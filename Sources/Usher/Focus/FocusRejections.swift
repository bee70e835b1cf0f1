public import UsherCore

/// Events that were made here and not accepted, because another device was first: as a sequence. The first iteration is
/// also told of those that were rejected before it. It ends when the timer is closed or the task cancelled.
public struct FocusRejections: AsyncSequence, Sendable {
    public typealias Element = [RejectedFocusEvent]
    public typealias Failure = Never

    let core: FocusTimerCore

    public struct Iterator: AsyncIteratorProtocol {
        let subscription: Subscription

        public mutating func next() async -> [RejectedFocusEvent]? {
            await subscription.next()
        }

        public mutating func next(isolation actor: isolated (any Actor)?) async -> [RejectedFocusEvent]? {
            await subscription.next()
        }
    }

    public func makeAsyncIterator() -> Iterator {
        Iterator(subscription: Subscription(core))
    }

    /// One consumer, as long as somebody holds its iterator.
    final class Subscription: Sendable {
        private let core: FocusTimerCore
        private let id: Int

        init(_ core: FocusTimerCore) {
            self.core = core
            id = core.addRejections()
        }

        deinit {
            core.remove(consumer: id)
        }

        func next() async -> [RejectedFocusEvent]? {
            await core.nextRejections(id)
        }
    }
}
