/// proto3 JSON of every published message, by its descriptor: names in lowerCamelCase out, either form in; 64-bit numbers
/// as strings out, either form in; enums by name; bytes as base64; times, spans and field masks in their own forms.
public enum ProtoJSON {
    /// A serialized message as JSON. Zero fields without presence are left out, unless `defaults` asks for them; fields
    /// that the descriptor does not know are left out. Throws `.malformed`.
    public static func value(
        fromMessage bytes: [UInt8], type: String, defaults: Bool = false
    ) throws(WireError) -> JSONValue {
        let encoder = ProtoJSONEncoder(catalogue: .builtIn, defaults: defaults)
        return try encoder.message(bytes[...], try descriptor(type))
    }

    /// A serialized message as JSON text.
    public static func string(
        fromMessage bytes: [UInt8], type: String, defaults: Bool = false, pretty: Bool = false
    ) throws(WireError) -> String {
        try value(fromMessage: bytes, type: type, defaults: defaults).text(pretty: pretty)
    }

    /// The message that a JSON value stands for, serialized. Every fault is told by its path in original names
    /// (`.fields`): unknown or repeated members, wrong kinds, numbers out of range.
    public static func message(fromJSON value: JSONValue, type: String) throws(WireError) -> [UInt8] {
        var decoder = ProtoJSONDecoder(catalogue: .builtIn)
        let bytes = decoder.message(value, try descriptor(type))
        let faults = decoder.finish()
        if !faults.isEmpty { throw WireError.fields(faults) }
        return bytes
    }

    /// The message that a JSON text stands for, serialized; `.malformed` with line and column if it is no JSON.
    public static func message(fromJSON text: [UInt8], type: String) throws(WireError) -> [UInt8] {
        try message(fromJSON: try JSONValue(parsing: text), type: type)
    }

    /// The message that a JSON text stands for, serialized.
    public static func message(fromJSON text: String, type: String) throws(WireError) -> [UInt8] {
        try message(fromJSON: Array(text.utf8), type: type)
    }

    /// A message as JSON text on one line.
    public static func string<Message: WireMessage>(
        _ message: Message, defaults: Bool = false, pretty: Bool = false
    ) throws(WireError) -> String {
        try string(
            fromMessage: message.encoded(), type: Message.messageName, defaults: defaults, pretty: pretty)
    }

    /// The message that a JSON text stands for, with the faults of its fields.
    public static func decode<Message: WireMessage>(
        _ type: Message.Type = Message.self, from text: [UInt8]
    ) throws(WireError) -> Message {
        try Message(decoding: try message(fromJSON: text, type: Message.messageName))
    }

    private static func descriptor(_ type: String) throws(WireError) -> MessageDescriptor {
        guard let descriptor = DescriptorCatalogue.builtIn.messages[type] else {
            throw WireError(.malformed, "there is no message type \(type)")
        }
        return descriptor
    }
}
