/// Which calls a fault is for.
public struct CallFilter: Sendable, Hashable, ExpressibleByStringLiteral {
    /// As in the proto, without its service: `LockSeats`. nil is all.
    public var method: String?
    /// The client's name, as given to `TestGateway.client`. nil is all.
    public var client: String?

    public init(method: String? = nil, client: String? = nil) {
        self.method = method
        self.client = client
    }

    /// All calls of one method.
    public init(stringLiteral method: String) {
        self.init(method: method)
    }

    public static let all = CallFilter()

    func takes(client: String, method: String) -> Bool {
        (self.client == nil || self.client == client) && (self.method == nil || self.method == method)
    }
}
