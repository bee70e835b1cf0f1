import UsherRPC

/// Header fields out of an input: well-known names and values as often as any others.
struct FieldSource {
    static let names = [
        ":method", ":path", ":scheme", ":authority", ":status", "te", "content-type", "grpc-timeout", "grpc-encoding",
        "grpc-accept-encoding", "grpc-status", "grpc-message", "grpc-status-details-bin", "grpc-retry-pushback-ms",
        "user-agent", "x-custom", "x-custom-bin", "grpc-previous-rpc-attempts", "cookie", "content-length",
    ]
    static let values = [
        "POST", "GET", "/fuzz.Fuzz/Echo", "/fuzz.Fuzz/Nothing", "/no.Service/Echo", "http", "200", "502", "100",
        "trailers", "application/grpc", "application/grpc+proto", "application/json", "1S", "10m", "99999999H",
        "identity", "gzip", "0", "5", "00", "17", "-1", "%E2%9B%94", "AAECAw", "", "gzip, identity", "deflate",
    ]

    /// The next field, or nil where the list ends.
    static func next(_ source: inout ByteSource) -> (name: [UInt8], value: [UInt8])? {
        guard !source.isEmpty else { return nil }
        let choice = Int(source.byte())
        if choice == 0xFF { return nil }
        let name = choice < names.count ? Array(names[choice].utf8) : source.chunk()
        let pick = Int(source.byte())
        return (name, pick < values.count ? Array(values[pick].utf8) : source.bytes(pick - values.count))
    }

    static func metadata(_ source: inout ByteSource) -> Metadata {
        var metadata = Metadata()
        while let (name, value) = next(&source) {
            metadata.add(String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self))
        }
        return metadata
    }

    /// True for what may stand in a field on the wire: an error that quotes its caller must not break the connection.
    static func isLegal(_ field: Metadata.Entry) -> Bool {
        field.value.utf8.allSatisfy { (0x20...0x7E).contains($0) } && field.name == field.name.lowercased()
            && field.value.utf8.first != 0x20 && field.value.utf8.last != 0x20
    }
}
