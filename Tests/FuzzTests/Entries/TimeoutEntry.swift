import UsherRPC

/// What is taken for a timeout is at least what was meant, and what is written is taken back.
enum TimeoutEntry {
    static func run(_ input: [UInt8]) throws {
        let text = String(decoding: input, as: UTF8.self)
        if let span = TimeoutCoding.parse(text) {
            try require(span >= 0, "'\(text)' is a negative span")
            try require((2...9).contains(input.count), "'\(text)' is too long or too short for a timeout")
            try check(span)
        }
        var source = ByteSource(input)
        try check(source.int64())
    }

    private static func check(_ span: Int64) throws {
        let text = TimeoutCoding.format(span)
        guard let back = TimeoutCoding.parse(text) else {
            throw PropertyFailure(description: "\(span) is written as '\(text)', which is no timeout")
        }
        try require(back >= span, "\(span) shrinks to \(back) as '\(text)'")
        // Rounded up to the unit's next whole number, of which the text has at most eight digits.
        try require(span < 0 || back / 10 * 9 <= max(span, 10_000_000), "\(span) grows to \(back) as '\(text)'")
        try require(TimeoutCoding.format(back) == text || back == .max, "'\(text)' is not what \(back) is written as")
    }
}
