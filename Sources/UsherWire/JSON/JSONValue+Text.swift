extension JSONValue {
    /// Parses one JSON text (RFC 8259), nothing before or behind it but blanks. A byte order mark, comments, trailing
    /// commas, unpaired surrogates, invalid UTF-8 and deep nesting are refused.
    ///
    /// Throws `.malformed` with line and column, or `.tooLarge`.
    public init(parsing text: [UInt8]) throws(WireError) {
        guard text.count <= Limits.jsonBytes else {
            throw WireError(.tooLarge, "a JSON text of more than \(Limits.jsonBytes) bytes")
        }
        var parser = JSONParser(text)
        self = try parser.whole()
    }

    /// Parses one JSON text.
    public init(parsing text: String) throws(WireError) {
        try self.init(parsing: Array(text.utf8))
    }

    /// The value as JSON on one line, or with two blanks a level.
    public func text(pretty: Bool = false) -> String {
        var bytes: [UInt8] = []
        JSONWriter.write(self, pretty ? 0 : nil, &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}
