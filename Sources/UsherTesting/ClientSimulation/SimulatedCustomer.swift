import UsherCore

/// One customer at a device: the real machine of a selection, and what is known of its calls.
final class SimulatedCustomer {
    let client: Int
    /// Nobody else has this name.
    let holder: String
    var machine: SelectionMachine
    var generator: SeededGenerator
    /// The attempt that is under way at the client.
    var attempt: CallAttempt?
    var wakes: Int64?
    /// The epoch that the gateway was in when it gave the last answer that arrived.
    var epoch = ""
    /// Calls that are no longer open, but for those that another took the place of.
    var ended: Set<Int> = []
    /// Calls that the gateway refused, whether or not they have heard of it.
    var refused: Set<Int> = []
    /// A call was done after the customer had been told otherwise, or its answer came from a history that was lost:
    /// the customer cannot know what the gateway has.
    var isHaunted = false
    /// The app was killed: nothing reaches the customer any more.
    var isGone = false
    /// Left with a held lock, while nothing was wrong.
    var mustBeReleased = false
    /// Of the last look at the countdown.
    var shown: (token: String, expiresAt: Timestamp, left: TimeSpan)?

    init(client: Int, holder: String, random: inout SeededGenerator) {
        self.client = client
        self.holder = holder
        machine = SelectionMachine(showID: "S1", holder: holder)
        generator = SeededGenerator(seed: random.next())
    }

    var token: LockKey? { machine.lock.flatMap { SimulatedGateway.key($0.token) } }
}
