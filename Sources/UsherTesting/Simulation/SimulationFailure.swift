/// What a simulation found wrong, with what replays it.
public struct SimulationFailure: Error, Sendable, CustomStringConvertible {
    public var seed: UInt64
    public var step: Int
    public var message: String

    public init(seed: UInt64, step: Int, message: String) {
        self.seed = seed
        self.step = step
        self.message = message
    }

    public var description: String { "seed \(seed), step \(step): \(message)" }
}
