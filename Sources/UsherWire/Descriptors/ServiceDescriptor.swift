/// One service, as its descriptor says.
public struct ServiceDescriptor: Sendable, Equatable {
    /// Full name, as `usher.v1.HallService`.
    public var name: String
    /// In the order of the file.
    public var methods: [MethodDescriptor]
}
