import CUsherProto
public import UsherCore

/// Where the show stands after the unblocking.
public struct UnblockSeatsResponse: WireMessage {
    public static let messageName = "usher.v1.UnblockSeatsResponse"

    public var seq: UInt64

    public init(seq: UInt64 = 0) {
        self.seq = seq
    }

    public init(decoding bytes: [UInt8], faults: inout [FieldFault]) throws(WireError) {
        self = try Codec.decode(bytes, &faults)
    }

    public func encoded() -> [UInt8] { Codec.encode(self) }
}

extension UnblockSeatsResponse: MessageMapping {
    typealias C = Usher__V1__UnblockSeatsResponse
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__unblock_seats_response__init }
    static var unpack: Unpack { usher__v1__unblock_seats_response__unpack }

    init(_ c: C, _ r: inout Reading) {
        seq = c.seq
    }

    func fill(_ c: inout C, _ w: Writing) {
        c.seq = seq
    }
}
