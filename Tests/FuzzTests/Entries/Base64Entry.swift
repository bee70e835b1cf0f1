import UsherRPC

/// Bytes survive base64, with padding or without, alone or joined by a proxy; whatever text is no base64 is refused.
enum Base64Entry {
    static func run(_ input: [UInt8]) throws {
        let text = Base64.encode(input)
        try require(!text.contains("="), "padding is sent: \(text)")
        try require(Base64.decode(text) == input, "\(input) does not come back from '\(text)'")
        let padded = text + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        try require(Base64.decode(padded) == input, "\(input) does not come back from '\(padded)'")

        let anything = String(decoding: input, as: UTF8.self)
        if let bytes = Base64.decode(anything) {
            try require(Base64.decode(Base64.encode(bytes)) == bytes, "\(bytes) does not come back")
            try require(bytes.count <= input.count * 3 / 4, "'\(anything)' grows to \(bytes.count) bytes")
        }
        try metadata(input)
    }

    private static func metadata(_ input: [UInt8]) throws {
        var source = ByteSource(input)
        var values: [[UInt8]] = []
        while !source.isEmpty, values.count < 16 { values.append(source.chunk()) }
        var metadata = Metadata()
        for value in values { metadata.addBinary("k-bin", value) }
        try require(metadata.binaryValues("k-bin") == values, "binary values change on their way: \(values)")
        var joined = Metadata()
        joined.add("k-bin", values.map(Base64.encode).joined(separator: ", "))
        try require(values.isEmpty || joined.binaryValues("k-bin") == values, "joined values change: \(values)")
        var hostile = Metadata()
        hostile.add("k-bin", String(decoding: input, as: UTF8.self))
        _ = hostile.binaryValues("k-bin")
    }
}
