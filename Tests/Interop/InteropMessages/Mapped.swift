import CInteropProto

/// How a value becomes protobuf-c's struct and back.
protocol Mapped: InteropMessage {
    associatedtype C
    typealias Unpack = (UnsafeMutablePointer<ProtobufCAllocator>?, Int, UnsafePointer<UInt8>?)
        -> UnsafeMutablePointer<C>?

    /// protobuf-c's `__init`: Swift's zero-filled struct has no descriptor.
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { get }
    static var unpack: Unpack { get }

    init(_ c: C)
    /// Fills the initialised `c`; what it points to lives in `memory`.
    func fill(_ c: inout C, _ memory: Memory)
}

extension Mapped {
    public init(decoding bytes: [UInt8]) throws(MalformedMessage) {
        let unpacked = bytes.withUnsafeBufferPointer { Self.unpack(nil, $0.count, $0.baseAddress) }
        guard let unpacked else { throw MalformedMessage(type: "\(Self.self)") }
        defer {
            UnsafeMutableRawPointer(unpacked).withMemoryRebound(to: ProtobufCMessage.self, capacity: 1) {
                protobuf_c_message_free_unpacked($0, nil)
            }
        }
        self.init(unpacked.pointee)
    }

    public func encoded() -> [UInt8] {
        let memory = Memory()
        let root = memory.message(self)
        return UnsafeRawPointer(root).withMemoryRebound(to: ProtobufCMessage.self, capacity: 1) { base in
            let count = protobuf_c_message_get_packed_size(base)
            return [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
                // A message without fields has no bytes, and an empty buffer no address.
                initialized = count == 0 ? 0 : protobuf_c_message_pack(base, buffer.baseAddress)
            }
        }
    }
}
