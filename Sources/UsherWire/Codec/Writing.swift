import CUsherProto
import UsherCore

/// One message being written: the arena that its structs, strings and lists live in.
///
/// Our own values are written, so running out of memory here is the same as anywhere else in Swift: a trap.
struct Writing {
    private let arena: OpaquePointer

    init() {
        guard let arena = usher_arena_acquire(.max) else { preconditionFailure("out of memory") }
        self.arena = arena
    }

    func release() { usher_arena_release(arena) }

    private func allocate<T>(_ type: T.Type, _ count: Int) -> UnsafeMutablePointer<T> {
        guard let memory = usher_arena_alloc(arena, count * MemoryLayout<T>.stride) else {
            preconditionFailure("out of memory")
        }
        return memory.bindMemory(to: type, capacity: count)
    }

    /// A struct in the arena, initialised by protobuf-c and then filled.
    func message<C>(
        _ initialise: (UnsafeMutablePointer<C>?) -> Void, _ fill: (inout C) -> Void
    ) -> UnsafeMutablePointer<C> {
        let pointer = allocate(C.self, 1)
        initialise(pointer)
        fill(&pointer.pointee)
        return pointer
    }

    /// The message that everything else hangs from.
    func root<Value: MessageMapping>(_ value: Value) -> UnsafeMutablePointer<Value.C> {
        message(Value.initialise) { value.fill(&$0, self) }
    }

    /// A message field; nil leaves it out.
    func message<Value: MessageMapping>(_ value: Value?) -> UnsafeMutablePointer<Value.C>? {
        value.map { root($0) }
    }

    /// Sets a repeated field of messages.
    func list<Element, C>(
        _ elements: [Element], _ count: inout Int, _ field: inout UnsafeMutablePointer<UnsafeMutablePointer<C>?>?,
        _ initialise: (UnsafeMutablePointer<C>?) -> Void, _ fill: (Element, inout C) -> Void
    ) {
        guard !elements.isEmpty else { return }
        let pointers = allocate(UnsafeMutablePointer<C>?.self, elements.count)
        let structs = allocate(C.self, elements.count)
        for (index, element) in elements.enumerated() {
            initialise(structs + index)
            fill(element, &structs[index])
            (pointers + index).initialize(to: structs + index)
        }
        count = elements.count
        field = pointers
    }

    func list<Value: MessageMapping>(
        _ values: [Value], _ count: inout Int, _ field: inout UnsafeMutablePointer<UnsafeMutablePointer<Value.C>?>?
    ) {
        list(values, &count, &field, Value.initialise) { value, c in value.fill(&c, self) }
    }

    func text(_ text: String) -> ProtobufCBinaryData {
        var text = text
        return text.withUTF8 { copy(UnsafeRawBufferPointer($0)) }
    }

    func bytes(_ bytes: [UInt8]) -> ProtobufCBinaryData {
        bytes.withUnsafeBytes { copy($0) }
    }

    private func copy(_ source: UnsafeRawBufferPointer) -> ProtobufCBinaryData {
        guard let base = source.baseAddress, source.count > 0 else { return ProtobufCBinaryData(len: 0, data: nil) }
        let memory = allocate(UInt8.self, source.count)
        UnsafeMutableRawPointer(memory).copyMemory(from: base, byteCount: source.count)
        return ProtobufCBinaryData(len: source.count, data: memory)
    }

    /// Sets a repeated string field.
    func texts(_ texts: [String], _ count: inout Int, _ field: inout UnsafeMutablePointer<ProtobufCBinaryData>?) {
        guard !texts.isEmpty else { return }
        let memory = allocate(ProtobufCBinaryData.self, texts.count)
        for (index, item) in texts.enumerated() { (memory + index).initialize(to: text(item)) }
        count = texts.count
        field = memory
    }

    /// Sets a repeated bytes field.
    func bytesList(_ list: [[UInt8]], _ count: inout Int, _ field: inout UnsafeMutablePointer<ProtobufCBinaryData>?) {
        guard !list.isEmpty else { return }
        let memory = allocate(ProtobufCBinaryData.self, list.count)
        for (index, item) in list.enumerated() { (memory + index).initialize(to: bytes(item)) }
        count = list.count
        field = memory
    }

    /// Sets a repeated int32 field.
    func int32s(_ numbers: [Int32], _ count: inout Int, _ field: inout UnsafeMutablePointer<Int32>?) {
        guard !numbers.isEmpty else { return }
        let memory = allocate(Int32.self, numbers.count)
        for (index, number) in numbers.enumerated() { (memory + index).initialize(to: number) }
        count = numbers.count
        field = memory
    }

    func time(_ time: Timestamp) -> UnsafeMutablePointer<Google__Protobuf__Timestamp> {
        message(google__protobuf__timestamp__init) { c in
            let (seconds, nanos) = time.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
            // A timestamp's nanos count forward also before 1970.
            c.seconds = nanos < 0 ? seconds - 1 : seconds
            c.nanos = Int32(nanos < 0 ? nanos + 1_000_000_000 : nanos)
        }
    }

    func span(_ span: TimeSpan) -> UnsafeMutablePointer<Google__Protobuf__Duration> {
        message(google__protobuf__duration__init) { c in
            let (seconds, nanos) = span.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
            c.seconds = seconds
            c.nanos = Int32(nanos)
        }
    }

    func span(_ optional: TimeSpan?) -> UnsafeMutablePointer<Google__Protobuf__Duration>? {
        optional.map { span($0) }
    }

    func time(_ optional: Timestamp?) -> UnsafeMutablePointer<Google__Protobuf__Timestamp>? {
        optional.map { time($0) }
    }
}
