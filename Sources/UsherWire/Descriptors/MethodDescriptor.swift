/// One rpc of a service, as its descriptor says.
public struct MethodDescriptor: Sendable, Equatable {
    /// As `PutHall`.
    public var name: String
    /// Full names of the messages.
    public var input: String
    public var output: String
    public var isClientStreaming: Bool
    public var isServerStreaming: Bool
}
