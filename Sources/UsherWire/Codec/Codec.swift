import CUsherProto
import UsherCore

/// Bytes to values and back, by way of protobuf-c and an arena.
enum Codec {
    /// Unpacks into an arena, copies to a value, and drops the arena.
    static func decode<Value: MessageMapping>(
        _ bytes: [UInt8], _ faults: inout [FieldFault]
    ) throws(WireError) -> Value {
        let cap = min(Limits.arenaBase + bytes.count * Limits.arenaFactor, Limits.arenaCap)
        return try decode(bytes, &faults, arenaCap: cap)
    }

    static func decode<Value: MessageMapping>(
        _ bytes: [UInt8], _ faults: inout [FieldFault], arenaCap: Int
    ) throws(WireError) -> Value {
        guard let arena = usher_arena_acquire(arenaCap) else {
            throw WireError(.tooLarge, "no memory for a message of \(bytes.count) bytes")
        }
        defer { usher_arena_release(arena) }
        let unpacked = bytes.withUnsafeBufferPointer { buffer in
            Value.unpack(usher_arena_allocator(arena), buffer.count, buffer.baseAddress)
        }
        guard let unpacked else {
            if usher_arena_exhausted(arena) {
                throw WireError(.tooLarge, "a message of \(bytes.count) bytes takes more than \(arenaCap) in memory")
            }
            throw WireError(.malformed, "not a message of the expected type")
        }
        var reading = Reading(faults: faults)
        let value = Value(unpacked.pointee, &reading)
        faults = reading.finish()
        return value
    }

    /// Fills protobuf-c's struct in an arena and packs it.
    static func encode<Value: MessageMapping>(_ value: Value) -> [UInt8] {
        let writing = Writing()
        defer { writing.release() }
        let message = writing.root(value)
        return UnsafeRawPointer(message).withMemoryRebound(to: ProtobufCMessage.self, capacity: 1) { base in
            let count = protobuf_c_message_get_packed_size(base)
            return [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
                initialized = count == 0 ? 0 : protobuf_c_message_pack(base, buffer.baseAddress)
            }
        }
    }
}
