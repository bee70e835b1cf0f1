extension ProtoJSONEncoder {
    /// The messages that have a form of their own in JSON; nil for all others.
    func special(_ bytes: ArraySlice<UInt8>, _ type: String) throws(WireError) -> JSONValue? {
        switch type {
        case "google.protobuf.Timestamp":
            let (seconds, nanos) = try Self.time(bytes)
            return .string(try Self.inRange(TimeText.timestamp(seconds: seconds, nanos: nanos), type))
        case "google.protobuf.Duration":
            let (seconds, nanos) = try Self.time(bytes)
            return .string(try Self.inRange(TimeText.duration(seconds: seconds, nanos: nanos), type))
        case "google.protobuf.FieldMask":
            var paths: [String] = []
            var reader = WireReader(bytes)
            while let part = try reader.next() {
                guard case (1, .bytes(let text)) = (part.number, part.payload) else { continue }
                let path = String(decoding: text, as: UTF8.self)
                let parts = path.split(separator: ".", omittingEmptySubsequences: false)
                let name = parts.map { FieldDescriptor.lowerCamel(String($0)) }.joined(separator: ".")
                // The way back makes underscores of capitals: where it leads elsewhere, another field would be masked.
                guard !path.isEmpty, !path.utf8.contains(UInt8(ascii: ",")),
                    ProtoJSONDecoder.snake(name[...]) == Array(path.utf8)
                else { throw WireError(.malformed, "the path '\(path)' cannot be given as JSON") }
                paths.append(name)
            }
            return .string(paths.joined(separator: ","))
        case "google.protobuf.Any": return try any(bytes)
        default: return nil
        }
    }

    /// Seconds (1) and nanos (2).
    private static func time(_ bytes: ArraySlice<UInt8>) throws(WireError) -> (Int64, Int32) {
        var seconds: Int64 = 0
        var nanos: Int32 = 0
        var reader = WireReader(bytes)
        while let part = try reader.next() {
            guard case .varint(let raw) = part.payload else { continue }
            if part.number == 1 { seconds = Int64(bitPattern: raw) }
            if part.number == 2 { nanos = Int32(truncatingIfNeeded: raw) }
        }
        return (seconds, nanos)
    }

    private static func inRange(_ text: String?, _ type: String) throws(WireError) -> String {
        guard let text else { throw WireError(.malformed, "a \(type) out of range") }
        return text
    }

    /// The inner message's members behind `@type`; base64 of a type that is not known.
    private func any(_ bytes: ArraySlice<UInt8>) throws(WireError) -> JSONValue {
        var url = ""
        var content: ArraySlice<UInt8> = []
        var reader = WireReader(bytes)
        while let part = try reader.next() {
            if case (1, .bytes(let text)) = (part.number, part.payload) { url = String(decoding: text, as: UTF8.self) }
            if case (2, .bytes(let inner)) = (part.number, part.payload) { content = inner }
        }
        let type = JSONValue.Member("@type", .string(url))
        let name = url.split(separator: "/").last.map(String.init) ?? ""
        guard let descriptor = catalogue.messages[name] else {
            return .object([type, JSONValue.Member("value", .string(Base64.encode(content)))])
        }
        switch try message(content, descriptor) {
        case .object(let members): return .object([type] + members)
        case let value: return .object([type, JSONValue.Member("value", value)])
        }
    }
}
