/// Which way a message goes.
public enum Direction: String, Sendable, Hashable, CaseIterable {
    /// From the client to the gateway.
    case request
    /// From the gateway to the client: a unary call's answer (a refusal too), or one event of a stream.
    case answer
}
