extension Metadata.Entry {
    /// True if the name is one for custom metadata: `0-9 a-z _ - .`, and none that HTTP or gRPC keeps for itself.
    var hasCustomName: Bool {
        guard !name.isEmpty, !Self.taken.contains(name), !name.hasPrefix("grpc-") else { return false }
        return name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"): true
            case UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."): true
            default: false
            }
        }
    }

    /// True if the value may be a field's: printable ASCII.
    var hasPrintableValue: Bool { value.utf8.allSatisfy { (0x20...0x7E).contains($0) } }

    private static let taken: Set<String> = [
        "te", "content-type", "user-agent", "host", "connection", "transfer-encoding", "upgrade", "keep-alive",
    ]
}

extension Metadata {
    /// The entries that may travel as custom metadata.
    public var travelling: Metadata {
        var rest = Metadata()
        for entry in entries where entry.hasCustomName && entry.hasPrintableValue { rest.add(entry.name, entry.value) }
        return rest
    }

    /// Appends all of `other`.
    public mutating func add(_ other: Metadata) {
        for entry in other.entries { add(entry.name, entry.value) }
    }
}
