/// The command line of an interop program: `--name=value` or `--name value`, as those of other languages take it.
public struct ProgramOptions {
    private var values: [String: String] = [:]

    /// Throws a sentence for stderr if the command line holds anything but the options in `known`.
    public init(_ arguments: [String], known: Set<String>) throws(Complaint) {
        var rest = arguments[...]
        while let word = rest.popFirst() {
            guard word.hasPrefix("--") else { throw Complaint("unexpected argument '\(word)'") }
            let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0])
            guard known.contains(name) else { throw Complaint("unknown option --\(name)") }
            guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst() else {
                throw Complaint("--\(name) needs a value")
            }
            values[name] = value
        }
    }

    public subscript(name: String) -> String? { values[name] }

    /// `true` or `false`; `missing` if it is not there.
    public func flag(_ name: String, missing: Bool = false) throws(Complaint) -> Bool {
        switch values[name] {
        case nil: missing
        case "true": true
        case "false": false
        case let other?: throw Complaint("--\(name) is true or false, not '\(other)'")
        }
    }

    /// A number that fits in `Number`; `missing` if it is not there.
    public func number<Number: FixedWidthInteger>(_ name: String, missing: Number? = nil) throws(Complaint) -> Number {
        guard let text = values[name] else {
            guard let missing else { throw Complaint("--\(name) is missing") }
            return missing
        }
        guard let number = Number(text) else { throw Complaint("--\(name) is no number in range: '\(text)'") }
        return number
    }

    /// What is wrong with a command line.
    public struct Complaint: Error {
        public let text: String

        public init(_ text: String) {
            self.text = text
        }
    }
}
