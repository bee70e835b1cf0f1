extension ProtoJSONDecoder {
    mutating func varint(_ value: JSONValue, _ field: FieldDescriptor) -> UInt64? {
        switch field.kind {
        case .bool:
            guard case .bool(let flag) = value else {
                fault("must be true or false, not \(value.kind)")
                return nil
            }
            return flag ? 1 : 0
        case .enum: return enumeration(value, field).map { UInt64(bitPattern: Int64($0)) }
        case .uint64: return integer(value, UInt64.self)
        case .uint32: return integer(value, UInt32.self).map { UInt64($0) }
        case .int32: return integer(value, Int32.self).map { UInt64(bitPattern: Int64($0)) }
        case .sint32: return integer(value, Int32.self).map { Self.zigzag(Int64($0)) }
        case .sint64: return integer(value, Int64.self).map { Self.zigzag($0) }
        default: return integer(value, Int64.self).map { UInt64(bitPattern: $0) }
        }
    }

    private static func zigzag(_ number: Int64) -> UInt64 { UInt64(bitPattern: number << 1 ^ number >> 63) }

    mutating func fixed64(_ value: JSONValue, _ field: FieldDescriptor) -> UInt64? {
        switch field.kind {
        case .double: float(value, Double.self)?.bitPattern
        case .sfixed64: integer(value, Int64.self).map { UInt64(bitPattern: $0) }
        default: integer(value, UInt64.self)
        }
    }

    mutating func fixed32(_ value: JSONValue, _ field: FieldDescriptor) -> UInt32? {
        switch field.kind {
        case .float: float(value, Float.self)?.bitPattern
        case .sfixed32: integer(value, Int32.self).map { UInt32(bitPattern: $0) }
        default: integer(value, UInt32.self)
        }
    }

    /// From a number or a string; `1.0` and `1e3` are whole numbers too.
    private mutating func integer<Number: FixedWidthInteger>(_ value: JSONValue, _ type: Number.Type) -> Number? {
        let literal: String
        switch value {
        case .number(let text), .string(let text): literal = text
        default:
            fault("must be a whole number, not \(value.kind)")
            return nil
        }
        if let number = Number(literal) { return number }
        // Beyond 2^53 a double no longer tells whole numbers apart.
        if let double = Double(literal), double.magnitude <= 9_007_199_254_740_992, let number = Number(exactly: double)
        {
            return number
        }
        fault("must be a whole number from \(Number.min) to \(Number.max)")
        return nil
    }

    private mutating func float<Number: BinaryFloatingPoint & LosslessStringConvertible>(
        _ value: JSONValue, _ type: Number.Type
    ) -> Number? {
        switch value {
        case .string("NaN"): return .nan
        case .string("Infinity"): return .infinity
        case .string("-Infinity"): return -.infinity
        case .number(let literal), .string(let literal):
            if let number = Number(literal), number.isFinite { return number }
            fault("must be a number that fits")
        default: fault("must be a number, not \(value.kind)")
        }
        return nil
    }

    private mutating func enumeration(_ value: JSONValue, _ field: FieldDescriptor) -> Int32? {
        switch value {
        case .string(let name):
            let known = catalogueEnum(field)
            if let number = known?.numbers[name] { return number }
            let names = (known?.names ?? [:]).sorted { $0.key < $1.key }.map(\.value)
            fault("is none of \(names.joined(separator: ", "))")
            return nil
        case .number: return integer(value, Int32.self)
        default:
            fault("must be the name of a value, not \(value.kind)")
            return nil
        }
    }
}
