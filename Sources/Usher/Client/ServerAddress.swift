/// Where a gateway listens.
public struct ServerAddress: Sendable, Hashable, CustomStringConvertible {
    /// A name, or an IPv4 or IPv6 address without brackets.
    public var host: String
    /// 1 to 65,535.
    public var port: UInt16

    public init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// Parses `host:port`, `1.2.3.4:port`, `[v6]:port` or a bare host (port 50051); nil if it is none of these.
    public init?(_ text: String) {
        guard let parts = Self.split(text), !parts.host.isEmpty else { return nil }
        host = String(parts.host)
        guard let digits = parts.port else {
            port = Limits.defaultPort
            return
        }
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (48...57).contains($0) }),
            let number = UInt16(digits), number > 0
        else { return nil }
        port = number
    }

    private static func split(_ text: String) -> (host: Substring, port: Substring?)? {
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { return nil }
            let host = text[text.index(after: text.startIndex)..<end]
            let rest = text[text.index(after: end)...]
            if rest.isEmpty { return (host, nil) }
            return rest.hasPrefix(":") ? (host, rest.dropFirst()) : nil
        }
        guard let colon = text.lastIndex(of: ":") else { return (text[...], nil) }
        // More than one colon without brackets is a bare IPv6 address.
        if text.firstIndex(of: ":") != colon { return (text[...], nil) }
        return (text[..<colon], text[text.index(after: colon)...])
    }

    /// Parses addresses between commas, as `a:1,b:2`; nil if one of them is none.
    public static func list(_ text: String) -> [ServerAddress]? {
        var addresses: [ServerAddress] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let address = ServerAddress(String(part.drop { $0 == " " })) else { return nil }
            addresses.append(address)
        }
        return addresses
    }

    /// True for an address that never leaves this machine.
    var isThisMachine: Bool {
        let name = host.lowercased()
        if name == "localhost" || name.hasSuffix(".localhost") || name == "::1" { return true }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        return parts.count == 4 && parts[0] == 127 && !parts.contains(nil)
    }

    public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
