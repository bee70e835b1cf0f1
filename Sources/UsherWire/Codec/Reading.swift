import CUsherProto
import UsherCore

/// One message being read: where we are in it, and what is wrong so far.
struct Reading {
    private struct Step {
        var name: StaticString
        /// -1 for a field that is not repeated.
        var index: Int
    }

    private var faults: [FieldFault]
    private var dropped = 0
    private var path: [Step] = []

    init(faults: [FieldFault]) {
        self.faults = faults
    }

    /// All faults; the last one counts those beyond the limit.
    consuming func finish() -> [FieldFault] {
        guard dropped > 0 else { return faults }
        faults.append(FieldFault("", "\(dropped) more faults", count: dropped))
        return faults
    }

    mutating func fault(_ name: StaticString, index: Int = -1, _ description: String) {
        guard faults.count < Limits.faults else {
            dropped += 1
            return
        }
        var field = ""
        for step in path + [Step(name: name, index: index)] {
            if !field.isEmpty { field += "." }
            field += "\(step.name)"
            if step.index >= 0 { field += "[\(step.index)]" }
        }
        faults.append(FieldFault(field, description))
    }

    mutating func within<Result>(
        _ name: StaticString, _ index: Int = -1, _ body: (inout Reading) -> Result
    ) -> Result {
        path.append(Step(name: name, index: index))
        defer { path.removeLast() }
        return body(&self)
    }

    /// A singular message field, nil if absent.
    mutating func message<C, Result>(
        _ pointer: UnsafeMutablePointer<C>?, _ name: StaticString, _ body: (C, inout Reading) -> Result
    ) -> Result? {
        guard let pointer else { return nil }
        return within(name) { body(pointer.pointee, &$0) }
    }

    mutating func message<Value: MessageMapping>(
        _ pointer: UnsafeMutablePointer<Value.C>?, _ name: StaticString, _ type: Value.Type = Value.self
    ) -> Value? {
        message(pointer, name) { Value($0, &$1) }
    }

    /// A repeated message field.
    mutating func list<C, Element>(
        _ count: Int, _ field: UnsafeMutablePointer<UnsafeMutablePointer<C>?>?, _ name: StaticString,
        _ body: (borrowing C, inout Reading) -> Element
    ) -> [Element] {
        guard count > 0, let field else { return [] }
        path.append(Step(name: name, index: 0))
        defer { path.removeLast() }
        let level = path.count - 1
        var elements: [Element] = []
        elements.reserveCapacity(count)
        for index in 0..<count {
            guard let pointer = field[index] else { continue }
            path[level].index = index
            elements.append(body(pointer.pointee, &self))
        }
        return elements
    }

    mutating func list<Value: MessageMapping>(
        _ count: Int, _ field: UnsafeMutablePointer<UnsafeMutablePointer<Value.C>?>?, _ name: StaticString,
        _ type: Value.Type = Value.self
    ) -> [Value] {
        list(count, field, name) { Value($0, &$1) }
    }

    /// A string field: faulty if it is not UTF-8 or has control characters.
    mutating func text(_ data: ProtobufCBinaryData, _ name: StaticString, index: Int = -1) -> String {
        guard data.len > 0, let base = data.data else { return "" }
        let buffer = UnsafeBufferPointer(start: base, count: data.len)
        if let complaint = TextCheck.complaint(buffer) { fault(name, index: index, complaint) }
        return String(decoding: buffer, as: UTF8.self)
    }

    /// Text for people and logs from whatever server answered: broken UTF-8 is repaired, nothing is a fault.
    func looseText(_ data: ProtobufCBinaryData) -> String {
        guard data.len > 0, let base = data.data else { return "" }
        return String(decoding: UnsafeBufferPointer(start: base, count: data.len), as: UTF8.self)
    }

    /// A repeated string field.
    mutating func texts(
        _ count: Int, _ field: UnsafeMutablePointer<ProtobufCBinaryData>?, _ name: StaticString
    ) -> [String] {
        guard count > 0, let field else { return [] }
        var texts: [String] = []
        texts.reserveCapacity(count)
        for index in 0..<count { texts.append(text(field[index], name, index: index)) }
        return texts
    }

    func bytes(_ data: ProtobufCBinaryData) -> [UInt8] {
        guard data.len > 0, let base = data.data else { return [] }
        return [UInt8](UnsafeBufferPointer(start: base, count: data.len))
    }

    /// A repeated bytes field.
    func bytesList(_ count: Int, _ field: UnsafeMutablePointer<ProtobufCBinaryData>?) -> [[UInt8]] {
        guard count > 0, let field else { return [] }
        return (0..<count).map { bytes(field[$0]) }
    }

    /// A number that must be one.
    mutating func finite(_ number: Float, _ name: StaticString) -> Float {
        if number.isFinite { return number }
        fault(name, "must be a finite number")
        return 0
    }

    /// A timestamp, nil if absent.
    mutating func time(_ pointer: UnsafeMutablePointer<Google__Protobuf__Timestamp>?, _ name: StaticString)
        -> Timestamp?
    {
        guard let pointer else { return nil }
        let c = pointer.pointee
        guard (0...999_999_999).contains(c.nanos) else {
            fault(name, "nanos must be 0 to 999,999,999")
            return Timestamp(nanoseconds: 0)
        }
        guard let nanoseconds = Self.nanoseconds(c.seconds, c.nanos) else {
            fault(name, "must lie in the years 1678 to 2261")
            return Timestamp(nanoseconds: 0)
        }
        return Timestamp(nanoseconds: nanoseconds)
    }

    /// A duration, nil if absent.
    mutating func span(_ pointer: UnsafeMutablePointer<Google__Protobuf__Duration>?, _ name: StaticString) -> TimeSpan?
    {
        guard let pointer else { return nil }
        let c = pointer.pointee
        guard (-999_999_999...999_999_999).contains(c.nanos) else {
            fault(name, "nanos must be -999,999,999 to 999,999,999")
            return .zero
        }
        guard c.seconds == 0 || c.nanos == 0 || (c.seconds < 0) == (c.nanos < 0) else {
            fault(name, "seconds and nanos must have the same sign")
            return .zero
        }
        guard let nanoseconds = Self.nanoseconds(c.seconds, c.nanos) else {
            fault(name, "must be less than 292 years")
            return .zero
        }
        return TimeSpan(nanoseconds: nanoseconds)
    }

    private static func nanoseconds(_ seconds: Int64, _ nanos: Int32) -> Int64? {
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        if overflow { return nil }
        let (sum, overflows) = product.addingReportingOverflow(Int64(nanos))
        return overflows ? nil : sum
    }
}
