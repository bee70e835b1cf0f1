import CUsherProto
public import UsherCore

/// Nothing: the seats are free.
public struct ReleaseLockResponse: WireMessage {
    public static let messageName = "usher.v1.ReleaseLockResponse"

    public init() {
    }

    public init(decoding bytes: [UInt8], faults: inout [FieldFault]) throws(WireError) {
        self = try Codec.decode(bytes, &faults)
    }

    public func encoded() -> [UInt8] { Codec.encode(self) }
}

extension ReleaseLockResponse: MessageMapping {
    typealias C = Usher__V1__ReleaseLockResponse
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__release_lock_response__init }
    static var unpack: Unpack { usher__v1__release_lock_response__unpack }

    init(_ c: C, _ r: inout Reading) {
    }

    func fill(_ c: inout C, _ w: Writing) {
    }
}
