/// A client's way to the gateway.
struct SimulatedLink {
    enum State {
        case good
        /// Connects fail at once.
        case refusing
        /// What is sent arrives much later, all at once, or never; nobody is told.
        case stalled
        case blackHole
        /// A proxy on the way keeps streams to itself, and lets calls through.
        case noStreams
    }

    private var state = State.good
    private var worstUntil: Int64 = 0
    /// One way, in nanoseconds.
    var latency: Int64 = 20_000_000
    /// One in so many events is lost, repeated or overtaken; 0: none.
    var misfortune = 0

    func state(at now: Int64) -> State { now < worstUntil ? state : .good }

    /// When the trouble is over.
    var recovers: Int64 { worstUntil }

    /// One trouble after the other: what a stalled link holds back keeps its order so.
    mutating func worsen(to state: State, from now: Int64, until time: Int64) {
        guard worstUntil <= now else { return }
        self.state = state
        worstUntil = time
    }
}
