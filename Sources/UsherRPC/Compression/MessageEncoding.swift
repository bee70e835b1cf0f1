/// How the bytes of a compressed message are coded: the values of `grpc-encoding` that are understood.
///
/// Source: grpc/grpc `doc/compression.md`. An encoding is agreed on for each direction of a call; within it every message
/// says by its flag whether it is compressed at all.
public enum MessageEncoding: String, Sendable, Equatable, CaseIterable {
    /// Nothing is compressed.
    case identity
    /// RFC 1952, one member a message; each message is compressed on its own.
    case gzip

    /// What is understood here, as `grpc-accept-encoding` tells it.
    public static let accepted = "identity, gzip"

    /// True if the value of a `grpc-accept-encoding`, a list parted by commas, names this encoding. Everybody takes
    /// messages that are not compressed.
    public func isListed(in list: String?) -> Bool {
        if self == .identity { return true }
        guard let list else { return false }
        return list.utf8.split(separator: UInt8(ascii: ",")).contains { part in
            let start = part.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            guard start.starts(with: rawValue.utf8) else { return false }
            return start.dropFirst(rawValue.utf8.count).allSatisfy {
                $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t")
            }
        }
    }
}
