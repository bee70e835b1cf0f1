public import UsherCore

/// What proves to a gateway who calls. It does not print its value.
public struct CallToken: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Printable ASCII without spaces.
    public var value: String
    /// From the moment at which it was asked for; nil is good until it is refused.
    public var lifetime: TimeSpan?

    public init(_ value: String, lifetime: TimeSpan? = nil) {
        self.value = value
        self.lifetime = lifetime
    }

    /// True if it can stand in a header.
    var isSendable: Bool { !value.isEmpty && value.utf8.allSatisfy { (0x21...0x7E).contains($0) } }

    public var description: String { "a token of \(value.utf8.count) bytes" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
