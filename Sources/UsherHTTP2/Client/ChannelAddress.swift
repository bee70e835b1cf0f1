/// Where a channel may find its server.
public struct ChannelAddress: Sendable, Hashable {
    /// A name, or an IPv4 or IPv6 address without brackets.
    public var host: String
    public var port: UInt16

    public init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }
}
