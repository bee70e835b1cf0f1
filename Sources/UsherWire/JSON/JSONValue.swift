/// A JSON value that keeps what JSON has and nothing more: members in their order, numbers as they are written.
public enum JSONValue: Sendable, Equatable {
    case null
    case bool(Bool)
    /// The literal, as `1`, `-2.5e3`: any precision survives.
    case number(String)
    case string(String)
    case array([JSONValue])
    /// Keys may repeat: who reads it decides.
    case object([Member])

    /// One member of an object.
    public struct Member: Sendable, Equatable {
        public var key: String
        public var value: JSONValue

        public init(_ key: String, _ value: JSONValue) {
            self.key = key
            self.value = value
        }
    }

    /// A whole number.
    public static func number(_ value: Int) -> JSONValue { .number(String(value)) }

    /// The last member of that name, or nil.
    public subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.key == key }?.value
    }

    /// What kind of value it is, for messages to people.
    public var kind: String {
        switch self {
        case .null: "null"
        case .bool: "a boolean"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}
