import CSystem

/// Where a server listens.
public struct BoundAddress: Sendable, Equatable, CustomStringConvertible {
    /// `127.0.0.1:50051` or `[::1]:50051`.
    public let description: String
    public let port: UInt16

    init(_ address: usher_address) {
        description = Self.text(address)
        port = withUnsafePointer(to: address) { usher_address_port($0) }
    }

    /// The address as text, empty for a family that is neither IPv4 nor IPv6.
    static func text(_ address: usher_address) -> String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
            let count = withUnsafePointer(to: address) { usher_address_text($0, buffer.baseAddress, buffer.count) }
            guard count > 0 else { return "" }
            return String(cString: buffer.baseAddress!)
        }
    }
}
