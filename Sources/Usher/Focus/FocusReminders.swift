public import UsherCore

/// What an app has to have standing for a timer, as a sequence: all of it first, then what changes. It ends when the
/// timer is closed or the task cancelled. A slow consumer is told what leads to what holds now, and never of what came
/// and went meanwhile; each iteration is told everything for itself.
public struct FocusReminders: AsyncSequence, Sendable {
    public typealias Element = FocusReminderChange
    public typealias Failure = Never

    let core: FocusTimerCore

    public struct Iterator: AsyncIteratorProtocol {
        let subscription: Subscription

        public mutating func next() async -> FocusReminderChange? {
            await subscription.next()
        }

        public mutating func next(isolation actor: isolated (any Actor)?) async -> FocusReminderChange? {
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
            id = core.addReminders()
        }

        deinit {
            core.remove(consumer: id)
        }

        func next() async -> FocusReminderChange? {
            await core.nextReminder(id)
        }
    }
}
