/// One field of a message, as its descriptor says.
struct FieldDescriptor: Sendable {
    /// `google.protobuf.FieldDescriptorProto.Type`.
    enum Kind: UInt64, Sendable {
        case double = 1
        case float = 2
        case int64 = 3
        case uint64 = 4
        case int32 = 5
        case fixed64 = 6
        case fixed32 = 7
        case bool = 8
        case string = 9
        case message = 11
        case bytes = 12
        case uint32 = 13
        case `enum` = 14
        case sfixed32 = 15
        case sfixed64 = 16
        case sint32 = 17
        case sint64 = 18

        /// How one value of it travels.
        var wireType: WireType {
            switch self {
            case .double, .fixed64, .sfixed64: .fixed64
            case .float, .fixed32, .sfixed32: .fixed32
            case .string, .message, .bytes: .lengthPrefixed
            case .int64, .uint64, .int32, .bool, .uint32, .enum, .sint32, .sint64: .varint
            }
        }
    }

    var name = ""
    /// lowerCamelCase.
    var jsonName = ""
    var number: UInt32 = 0
    var kind = Kind.string
    var isRepeated = false
    /// Full name of the message or enum, without a leading dot.
    var typeName = ""
    /// Which oneof of the message it belongs to; the hidden ones of `optional` included.
    var oneof: Int?
    /// Whether a zero value differs from none.
    var hasPresence: Bool { oneof != nil || (kind == .message && !isRepeated) }

    init(_ bytes: ArraySlice<UInt8>) throws(WireError) {
        var reader = WireReader(bytes)
        while let field = try reader.next() {
            switch (field.number, field.payload) {
            case (1, .bytes(let text)): name = String(decoding: text, as: UTF8.self)
            case (3, .varint(let value)): number = UInt32(truncatingIfNeeded: value)
            case (4, .varint(let value)): isRepeated = value == 3
            case (5, .varint(let value)):
                guard let known = Kind(rawValue: value) else { throw WireError(.malformed, "a field of kind \(value)") }
                kind = known
            case (6, .bytes(let text)): typeName = String(decoding: text.dropFirst(), as: UTF8.self)
            case (9, .varint(let value)): oneof = Int(truncatingIfNeeded: value)
            case (10, .bytes(let text)): jsonName = String(decoding: text, as: UTF8.self)
            default: break
            }
        }
        if jsonName.isEmpty { jsonName = Self.lowerCamel(name) }
    }

    /// `first_row` → `firstRow`.
    static func lowerCamel(_ name: String) -> String {
        var result = ""
        var raises = false
        for character in name {
            if character == "_" {
                raises = true
            } else {
                result += raises ? character.uppercased() : String(character)
                raises = false
            }
        }
        return result
    }
}
