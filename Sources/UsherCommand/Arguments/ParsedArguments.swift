/// What a command was given, checked against its specification.
struct ParsedArguments: Sendable {
    var values: [String: [String]] = [:]
    var flags: Set<String> = []
    var positionals: [String] = []

    /// The option's value, the last one if it repeats.
    subscript(option: String) -> String? { values[option]?.last }

    func all(_ option: String) -> [String] { values[option] ?? [] }

    func has(_ flag: String) -> Bool { flags.contains(flag) }

    /// The option as a whole number within `range`.
    func integer(_ option: String, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
        guard let text = self[option] else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw UsageError(
                "--\(option) takes a whole number from \(range.lowerBound) to \(range.upperBound), not `\(text)`")
        }
        return number
    }

    /// The option as a whole number of 64 bits without a sign, as the wire's seeds and revisions are.
    func unsigned(_ option: String) throws(UsageError) -> UInt64? {
        guard let text = self[option] else { return nil }
        guard let number = UInt64(text) else {
            throw UsageError("--\(option) takes a whole number from 0 to \(UInt64.max), not `\(text)`")
        }
        return number
    }

    /// The option as one of `words`.
    func choice(_ option: String, of words: [String]) throws(UsageError) -> String? {
        guard let text = self[option] else { return nil }
        guard words.contains(text) else {
            throw UsageError(
                "--\(option) takes \(words.joined(separator: ", ")), not `\(text)`",
                hint: Spelling.hint(text, among: words))
        }
        return text
    }
}
