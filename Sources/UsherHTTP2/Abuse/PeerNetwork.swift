import CSystem

/// What counts as one peer: an IPv4 address, or an IPv6 network of 64 bits, which one customer has all of.
struct PeerNetwork: Hashable {
    private let isIPv6: Bool
    private let prefix: UInt64

    /// nil for this machine itself, and for what is neither IPv4 nor IPv6: no limit per peer holds there.
    init?(_ address: usher_address, exemptsLoopback: Bool = true) {
        var bytes: (UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8) = (0, 0, 0, 0, 0, 0, 0, 0)
        let family = withUnsafeMutableBytes(of: &bytes) { network in
            withUnsafePointer(to: address) { usher_address_network($0, network.baseAddress!) }
        }
        guard family > 0 || family == 0 && !exemptsLoopback else { return nil }
        isIPv6 = family == 6
        prefix = withUnsafeBytes(of: &bytes) { $0.loadUnaligned(as: UInt64.self) }
    }
}
