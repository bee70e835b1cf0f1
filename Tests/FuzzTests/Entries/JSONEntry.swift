import UsherWire

/// What is taken for JSON of a message is that message; what is taken for JSON at all comes back from its text.
enum JSONEntry {
    static func run(_ input: [UInt8]) throws {
        var source = ByteSource(input)
        let type = WireTypes.all[source.number(below: WireTypes.all.count)]
        let text = source.remainder()
        if let value = try? JSONValue(parsing: text) {
            let back = try JSONValue(parsing: Array(value.text().utf8))
            try require(back == value, "\(value) comes back as \(back)")
        }
        try type.checkJSON(text)
    }
}
