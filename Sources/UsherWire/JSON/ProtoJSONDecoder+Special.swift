extension ProtoJSONDecoder {
    /// The messages that have a form of their own in JSON; nil for all others.
    mutating func special(_ value: JSONValue, _ type: String) -> [UInt8]? {
        switch type {
        case "google.protobuf.Timestamp":
            return time(value, "a time, as \"2027-01-15T20:00:00Z\"") { TimeText.parseTimestamp($0) }
        case "google.protobuf.Duration":
            return time(value, "a span, as \"900s\" or \"1.5s\"") { TimeText.parseDuration($0) }
        case "google.protobuf.FieldMask":
            guard case .string(let text) = value else {
                fault("must be paths with commas, not \(value.kind)")
                return []
            }
            var writer = WireWriter()
            for path in text.split(separator: ",") {
                writer.tag(1, .lengthPrefixed)
                writer.lengthPrefixed(Self.snake(path))
            }
            return writer.bytes
        case "google.protobuf.Any":
            fault("a google.protobuf.Any cannot be given as JSON")
            return []
        default: return nil
        }
    }

    private mutating func time(
        _ value: JSONValue, _ expected: String, _ parse: (String) -> (seconds: Int64, nanos: Int32)?
    ) -> [UInt8] {
        guard case .string(let text) = value, let (seconds, nanos) = parse(text) else {
            fault("must be \(expected)")
            return []
        }
        var writer = WireWriter()
        if seconds != 0 {
            writer.tag(1, .varint)
            writer.varint(UInt64(bitPattern: seconds))
        }
        if nanos != 0 {
            writer.tag(2, .varint)
            writer.varint(UInt64(bitPattern: Int64(nanos)))
        }
        return writer.bytes
    }

    /// `lockTtl` → `lock_ttl`.
    static func snake(_ path: Substring) -> [UInt8] {
        var result: [UInt8] = []
        for byte in path.utf8 {
            if (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) {
                result.append(UInt8(ascii: "_"))
                result.append(byte + 32)
            } else {
                result.append(byte)
            }
        }
        return result
    }
}
