public import UsherCore

/// Faults by chance, from a seed: each message of each call draws for itself, so that the same calls meet the same
/// faults however their tasks take turns.
public struct FaultPlan: Sendable, Hashable {
    public var seed: UInt64
    /// Which calls draw at all.
    public var calls = CallFilter.all
    /// The chance of each kind, 0…1, for a message on its way to the gateway. Their sum is at most 1.
    public var requests: [FaultKind: Double]
    /// The same for answers and events.
    public var answers: [FaultKind: Double]
    /// Delays are drawn up to this.
    public var longestDelay = TimeSpan.seconds(2)

    public init(seed: UInt64, requests: [FaultKind: Double] = [:], answers: [FaultKind: Double] = [:]) {
        self.seed = seed
        self.requests = requests
        self.answers = answers
    }

    /// A bad evening: some of everything that a client must live with.
    public static func rough(seed: UInt64) -> FaultPlan {
        FaultPlan(
            seed: seed, requests: [.drop: 0.03, .delay: 0.1, .duplicate: 0.03, .reorder: 0.03],
            answers: [.drop: 0.03, .delay: 0.1, .duplicate: 0.03, .reorder: 0.03, .cut: 0.02])
    }
}
