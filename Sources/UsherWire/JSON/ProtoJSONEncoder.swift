/// Serialized messages to JSON values.
struct ProtoJSONEncoder {
    let catalogue: DescriptorCatalogue
    /// Whether zero fields without presence are written.
    let defaults: Bool

    func message(_ bytes: ArraySlice<UInt8>, _ type: MessageDescriptor) throws(WireError) -> JSONValue {
        if let special = try special(bytes, type.name) { return special }
        return .object(try members(bytes, type))
    }

    private func members(
        _ bytes: ArraySlice<UInt8>, _ type: MessageDescriptor
    ) throws(WireError) -> [JSONValue.Member] {
        let payloads = try payloads(bytes, type)
        var members: [JSONValue.Member] = []
        for (place, field) in type.fields.enumerated() {
            if let value = try value(payloads[place], field) {
                members.append(JSONValue.Member(field.jsonName, value))
            }
        }
        return members
    }

    /// What the message has of each field, as it came.
    private func payloads(
        _ bytes: ArraySlice<UInt8>, _ type: MessageDescriptor
    ) throws(WireError) -> [[WireReader.Payload]] {
        var payloads = [[WireReader.Payload]](repeating: [], count: type.fields.count)
        var reader = WireReader(bytes)
        while let part = try reader.next() {
            guard let place = type.place(ofNumber: part.number) else { continue }
            let field = type.fields[place]
            if let oneof = field.oneof {
                // The last member of a oneof stands.
                for (other, candidate) in type.fields.enumerated() where candidate.oneof == oneof && other != place {
                    payloads[other] = []
                }
            }
            payloads[place].append(part.payload)
        }
        return payloads
    }

    private func value(_ payloads: [WireReader.Payload], _ field: FieldDescriptor) throws(WireError) -> JSONValue? {
        if field.isRepeated {
            if field.kind == .message, let entry = catalogue.messages[field.typeName], entry.isMapEntry {
                return try map(payloads, entry)
            }
            var elements: [JSONValue] = []
            for payload in payloads {
                for single in try unpacked(payload, field.kind) { elements.append(try scalar(single, field)) }
            }
            return elements.isEmpty && !defaults ? nil : .array(elements)
        }
        guard let last = payloads.last(where: { Self.wireType($0) == field.kind.wireType }) else {
            return defaults && !field.hasPresence ? zero(field) : nil
        }
        if field.kind == .message {
            // A singular message that comes in pieces is merged, which is what its bytes in a row mean.
            var whole: [UInt8] = []
            for case .bytes(let piece) in payloads { whole += piece }
            return try scalar(.bytes(whole[...]), field)
        }
        let value = try scalar(last, field)
        return !field.hasPresence && !defaults && value == zero(field) ? nil : value
    }

    private func map(_ payloads: [WireReader.Payload], _ entry: MessageDescriptor) throws(WireError) -> JSONValue? {
        var members: [JSONValue.Member] = []
        let all = ProtoJSONEncoder(catalogue: catalogue, defaults: true)
        for case .bytes(let bytes) in payloads {
            let parts = try all.members(bytes, entry)
            guard let key = parts.first(where: { $0.key == "key" })?.value else { continue }
            let value = parts.first { $0.key == "value" }?.value ?? .object([])
            let name =
                switch key {
                case .string(let text), .number(let text): text
                default: key.text()
                }
            members.removeAll { $0.key == name }
            members.append(JSONValue.Member(name, value))
        }
        return members.isEmpty && !defaults ? nil : .object(members.sorted { $0.key < $1.key })
    }

    private static func wireType(_ payload: WireReader.Payload) -> WireType {
        switch payload {
        case .varint: .varint
        case .fixed64: .fixed64
        case .bytes: .lengthPrefixed
        case .fixed32: .fixed32
        }
    }

    /// Numbers may come packed, many in one.
    private func unpacked(
        _ payload: WireReader.Payload, _ kind: FieldDescriptor.Kind
    ) throws(WireError) -> [WireReader.Payload] {
        if Self.wireType(payload) == kind.wireType { return [payload] }
        guard case .bytes(let bytes) = payload else { return [] }
        var singles: [WireReader.Payload] = []
        var reader = WireReader(bytes)
        while !reader.isAtEnd {
            switch kind.wireType {
            case .varint: singles.append(.varint(try reader.varint()))
            case .fixed64: singles.append(.fixed64(try reader.fixed(8)))
            case .fixed32: singles.append(.fixed32(UInt32(truncatingIfNeeded: try reader.fixed(4))))
            case .lengthPrefixed: return []
            }
        }
        return singles
    }

    private func zero(_ field: FieldDescriptor) -> JSONValue {
        switch field.kind {
        case .double, .float, .int32, .uint32, .fixed32, .sfixed32, .sint32: .number("0")
        case .int64, .uint64, .fixed64, .sfixed64, .sint64: .string("0")
        case .bool: .bool(false)
        case .string, .bytes: .string("")
        case .enum: enumeration(0, field)
        case .message: .null
        }
    }

    private func enumeration(_ number: Int32, _ field: FieldDescriptor) -> JSONValue {
        if let name = catalogue.enums[field.typeName]?.names[number] { return .string(name) }
        return .number(Int(number))
    }

    /// One value; the payload has the field's wire type.
    private func scalar(_ payload: WireReader.Payload, _ field: FieldDescriptor) throws(WireError) -> JSONValue {
        switch payload {
        case .varint(let raw): return varint(raw, field)
        case .fixed64(let raw):
            switch field.kind {
            case .double: return Self.float(Double(bitPattern: raw))
            case .sfixed64: return .string(String(Int64(bitPattern: raw)))
            default: return .string(String(raw))
            }
        case .fixed32(let raw):
            switch field.kind {
            case .float: return Self.float(Float(bitPattern: raw))
            case .sfixed32: return .number(Int(Int32(bitPattern: raw)))
            default: return .number(Int(raw))
            }
        case .bytes(let bytes):
            switch field.kind {
            case .string: return .string(String(decoding: bytes, as: UTF8.self))
            case .message:
                guard let type = catalogue.messages[field.typeName] else {
                    throw WireError(.malformed, "there is no message type \(field.typeName)")
                }
                return try message(bytes, type)
            default: return .string(Base64.encode(bytes))
            }
        }
    }

    private func varint(_ raw: UInt64, _ field: FieldDescriptor) -> JSONValue {
        switch field.kind {
        case .int64: .string(String(Int64(bitPattern: raw)))
        case .sint64: .string(String(Int64(bitPattern: raw >> 1) ^ -Int64(bitPattern: raw & 1)))
        case .int32: .number(Int(Int32(truncatingIfNeeded: raw)))
        case .sint32: .number(Int(Int32(truncatingIfNeeded: Int64(bitPattern: raw >> 1) ^ -Int64(bitPattern: raw & 1))))
        case .uint32: .number(Int(UInt32(truncatingIfNeeded: raw)))
        case .bool: .bool(raw != 0)
        case .enum: enumeration(Int32(truncatingIfNeeded: raw), field)
        default: .string(String(raw))
        }
    }

    private static func float<Number: BinaryFloatingPoint & LosslessStringConvertible>(_ number: Number) -> JSONValue {
        if number.isNaN { return .string("NaN") }
        if number.isInfinite { return .string(number < 0 ? "-Infinity" : "Infinity") }
        let text = String(number)
        return .number(text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
    }
}
