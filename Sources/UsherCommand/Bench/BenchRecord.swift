/// One JSON object of a benchmark's output, with its fields in the order in which they were set.
struct BenchRecord: Sendable {
    private var fields: [(name: String, text: String)] = []

    /// `name` says what was measured: the field `bench`.
    init(_ name: String) {
        set("bench", name)
    }

    mutating func set(_ name: String, _ value: String) { fields.append((name, Self.quoted(value))) }

    mutating func set(_ name: String, _ value: some BinaryInteger) { fields.append((name, "\(value)")) }

    mutating func set(_ name: String, _ value: Bool) { fields.append((name, "\(value)")) }

    /// Rounded to a hundredth; null if it is no number.
    mutating func set(_ name: String, _ value: Double?) {
        let text = value.flatMap { $0.isFinite ? "\(($0 * 100).rounded() / 100)" : nil }
        fields.append((name, text ?? "null"))
    }

    /// Rounded to `digits` after the point; null if it is no number.
    mutating func set(_ name: String, _ value: Double?, digits: Int) {
        var scale = 1.0
        for _ in 0..<digits { scale *= 10 }
        let text = value.flatMap { $0.isFinite ? "\(($0 * scale).rounded() / scale)" : nil }
        fields.append((name, text ?? "null"))
    }

    mutating func set(_ name: String, _ record: BenchRecord) { fields.append((name, record.nested)) }

    mutating func set(_ name: String, _ texts: [String]) {
        fields.append((name, "[\(texts.map(Self.quoted).joined(separator: ","))]"))
    }

    /// `{"bench":"idle-map",…}`
    var line: String { Self.object(fields) }

    /// The same without the name, as a field of another record.
    private var nested: String { Self.object(Array(fields.dropFirst())) }

    private static func object(_ fields: [(name: String, text: String)]) -> String {
        "{\(fields.map { "\(quoted($0.name)):\($0.text)" }.joined(separator: ","))}"
    }

    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
