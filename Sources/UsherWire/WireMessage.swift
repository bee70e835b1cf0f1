public import UsherCore

/// A value that is one protobuf message on the wire.
public protocol WireMessage: Sendable, Equatable {
    /// The message's full name, as `usher.v1.LockSeatsRequest`.
    static var messageName: String { get }

    /// Decodes a message. What is wrong with single fields (bad UTF-8, control characters, times out of range) is added to
    /// `faults` by proto path, and the value is then only good for finding further faults.
    ///
    /// Unknown fields are ignored. Throws `.malformed` or `.tooLarge`, never `.fields`.
    init(decoding bytes: [UInt8], faults: inout [FieldFault]) throws(WireError)

    /// The message's bytes.
    func encoded() -> [UInt8]
}

extension WireMessage {
    /// Decodes a message and refuses one with faulty fields: `.malformed`, `.tooLarge` or `.fields` with every fault.
    public init(decoding bytes: [UInt8]) throws(WireError) {
        var faults: [FieldFault] = []
        self = try Self(decoding: bytes, faults: &faults)
        if !faults.isEmpty { throw WireError.fields(faults) }
    }
}
