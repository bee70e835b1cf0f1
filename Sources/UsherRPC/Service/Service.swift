/// A gRPC service: its full name and its methods.
public protocol Service: Sendable {
    /// `usher.v1.LockService`.
    var name: String { get }
    var methods: [Method] { get }
}
