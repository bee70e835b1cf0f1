import UsherCore

/// JSON values to serialized messages; what is wrong is collected by path.
struct ProtoJSONDecoder {
    private struct Step {
        var name: String
        /// -1 for a field that is not repeated.
        var index: Int
    }

    private let catalogue: DescriptorCatalogue
    private var faults: [FieldFault] = []
    private var dropped = 0
    private var path: [Step] = []

    init(catalogue: DescriptorCatalogue) {
        self.catalogue = catalogue
    }

    /// All faults; the last one counts those beyond the limit.
    func finish() -> [FieldFault] {
        dropped == 0 ? faults : faults + [FieldFault("", "\(dropped) more faults")]
    }

    /// At the current place, or at a member of it.
    mutating func fault(_ description: String, member: String? = nil) {
        guard faults.count < Limits.faults else {
            dropped += 1
            return
        }
        var names = path.map { $0.index < 0 ? $0.name : "\($0.name)[\($0.index)]" }
        if let member { names.append(member) }
        faults.append(FieldFault(names.joined(separator: "."), description))
    }

    func catalogueEnum(_ field: FieldDescriptor) -> EnumDescriptor? { catalogue.enums[field.typeName] }

    mutating func message(_ value: JSONValue, _ type: MessageDescriptor) -> [UInt8] {
        if let special = special(value, type.name) { return special }
        guard case .object(let members) = value else {
            fault("must be an object, not \(value.kind)")
            return []
        }
        return message(members: members, type)
    }

    private mutating func message(members: [JSONValue.Member], _ type: MessageDescriptor) -> [UInt8] {
        var values = [JSONValue?](repeating: nil, count: type.fields.count)
        var oneofs: Set<Int> = []
        for member in members {
            guard let field = type.field(named: member.key), let place = type.place(ofNumber: field.number) else {
                fault("there is no such field in \(type.name)", member: member.key)
                continue
            }
            guard values[place] == nil else {
                fault("is given twice", member: field.name)
                continue
            }
            guard member.value != .null else { continue }
            if let oneof = field.oneof, !oneofs.insert(oneof).inserted {
                fault("only one of its oneof may be given", member: field.name)
            }
            values[place] = member.value
        }
        var writer = WireWriter()
        for (place, field) in type.fields.enumerated() {
            guard let value = values[place] else { continue }
            path.append(Step(name: field.name, index: -1))
            write(value, field, &writer)
            path.removeLast()
        }
        return writer.bytes
    }

    private mutating func write(_ value: JSONValue, _ field: FieldDescriptor, _ writer: inout WireWriter) {
        guard field.isRepeated else {
            write(single: value, field, keepsZero: field.hasPresence, &writer)
            return
        }
        if field.kind == .message, let entry = catalogue.messages[field.typeName], entry.isMapEntry {
            writeMap(value, field, entry, &writer)
            return
        }
        guard case .array(let elements) = value else {
            fault("must be an array, not \(value.kind)")
            return
        }
        for (index, element) in elements.enumerated() {
            path[path.count - 1].index = index
            if element == .null {
                fault("must not be null")
            } else {
                // One by one instead of packed: every reader takes both.
                write(single: element, field, keepsZero: true, &writer)
            }
        }
    }

    private mutating func writeMap(
        _ value: JSONValue, _ field: FieldDescriptor, _ entry: MessageDescriptor, _ writer: inout WireWriter
    ) {
        guard case .object(let members) = value else {
            fault("must be an object, not \(value.kind)")
            return
        }
        for member in members {
            let pair: [JSONValue.Member] = [.init("key", .string(member.key)), .init("value", member.value)]
            writer.tag(field.number, .lengthPrefixed)
            writer.lengthPrefixed(message(members: pair, entry))
        }
    }

    private mutating func write(
        single value: JSONValue, _ field: FieldDescriptor, keepsZero: Bool, _ writer: inout WireWriter
    ) {
        switch field.kind.wireType {
        case .lengthPrefixed:
            guard let bytes = content(value, field), keepsZero || !bytes.isEmpty else { return }
            writer.tag(field.number, .lengthPrefixed)
            writer.lengthPrefixed(bytes)
        case .varint:
            guard let raw = varint(value, field), keepsZero || raw != 0 else { return }
            writer.tag(field.number, .varint)
            writer.varint(raw)
        case .fixed64:
            guard let raw = fixed64(value, field), keepsZero || raw != 0 else { return }
            writer.tag(field.number, .fixed64)
            writer.fixed64(raw)
        case .fixed32:
            guard let raw = fixed32(value, field), keepsZero || raw != 0 else { return }
            writer.tag(field.number, .fixed32)
            writer.fixed32(raw)
        }
    }

    private mutating func content(_ value: JSONValue, _ field: FieldDescriptor) -> [UInt8]? {
        if field.kind == .message {
            guard let type = catalogue.messages[field.typeName] else {
                fault("there is no message type \(field.typeName)")
                return nil
            }
            return message(value, type)
        }
        guard case .string(let text) = value else {
            fault("must be a string, not \(value.kind)")
            return nil
        }
        if field.kind == .string { return Array(text.utf8) }
        guard let bytes = Base64.decode(text) else {
            fault("is not base64")
            return nil
        }
        return bytes
    }
}
