import UsherCore

/// What happens to a selection, as a sequence: where it stands first, then what changes. It ends when the selection is
/// closed or the task cancelled. Each iteration is told everything for itself.
public struct SelectionEvents: AsyncSequence, Sendable {
    public typealias Element = SelectionEvent
    public typealias Failure = Never

    let core: SelectionCore

    public struct Iterator: AsyncIteratorProtocol {
        let subscription: Subscription

        public mutating func next() async -> SelectionEvent? {
            await subscription.next()
        }

        public mutating func next(isolation actor: isolated (any Actor)?) async -> SelectionEvent? {
            await subscription.next()
        }
    }

    public func makeAsyncIterator() -> Iterator {
        Iterator(subscription: Subscription(core))
    }

    /// One consumer, as long as somebody holds its iterator.
    final class Subscription: Sendable {
        private let core: SelectionCore
        private let id: Int

        init(_ core: SelectionCore) {
            self.core = core
            id = core.addConsumer()
        }

        deinit {
            core.removeConsumer(id)
        }

        func next() async -> SelectionEvent? {
            await core.next(consumer: id)
        }
    }
}
