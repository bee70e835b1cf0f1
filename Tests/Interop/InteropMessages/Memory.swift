import CInteropProto

/// What protobuf-c's structs point to while a message is packed.
final class Memory {
    private var blocks: [UnsafeMutableRawPointer] = []

    deinit {
        for block in blocks { block.deallocate() }
    }

    private func allocate<T>(_ type: T.Type, _ count: Int) -> UnsafeMutablePointer<T> {
        let pointer = UnsafeMutablePointer<T>.allocate(capacity: max(1, count))
        blocks.append(UnsafeMutableRawPointer(pointer))
        return pointer
    }

    func message<Value: Mapped>(_ value: Value) -> UnsafeMutablePointer<Value.C> {
        let pointer = allocate(Value.C.self, 1)
        Value.initialise(pointer)
        value.fill(&pointer.pointee, self)
        return pointer
    }

    /// A message field; nil leaves it out.
    func message<Value: Mapped>(_ value: Value?) -> UnsafeMutablePointer<Value.C>? {
        value.map { message($0) }
    }

    /// The elements of a repeated field.
    func list<Value: Mapped>(_ values: [Value]) -> UnsafeMutablePointer<UnsafeMutablePointer<Value.C>?>? {
        guard !values.isEmpty else { return nil }
        let pointers = allocate(UnsafeMutablePointer<Value.C>?.self, values.count)
        for (index, value) in values.enumerated() { (pointers + index).initialize(to: message(value)) }
        return pointers
    }

    func bytes(_ bytes: [UInt8]) -> ProtobufCBinaryData {
        guard !bytes.isEmpty else { return ProtobufCBinaryData(len: 0, data: nil) }
        let pointer = allocate(UInt8.self, bytes.count)
        bytes.withUnsafeBufferPointer { pointer.initialize(from: $0.baseAddress!, count: $0.count) }
        return ProtobufCBinaryData(len: bytes.count, data: pointer)
    }

    /// A wrapped flag; nil leaves it out.
    func flag(_ value: Bool?) -> UnsafeMutablePointer<Grpc__Testing__BoolValue>? {
        guard let value else { return nil }
        let pointer = allocate(Grpc__Testing__BoolValue.self, 1)
        grpc__testing__bool_value__init(pointer)
        pointer.pointee.value = value ? 1 : 0
        return pointer
    }

    static func copy(_ data: ProtobufCBinaryData) -> [UInt8] {
        guard data.len > 0, let base = data.data else { return [] }
        return [UInt8](UnsafeBufferPointer(start: base, count: data.len))
    }

    static func flag(_ pointer: UnsafeMutablePointer<Grpc__Testing__BoolValue>?) -> Bool? {
        pointer.map { $0.pointee.value != 0 }
    }
}
