import CUsherProto
public import UsherCore

/// Nothing: the device is gone.
public struct LeaveRoomResponse: WireMessage {
    public static let messageName = "usher.v1.LeaveRoomResponse"

    public init() {
    }

    public init(decoding bytes: [UInt8], faults: inout [FieldFault]) throws(WireError) {
        self = try Codec.decode(bytes, &faults)
    }

    public func encoded() -> [UInt8] { Codec.encode(self) }
}

extension LeaveRoomResponse: MessageMapping {
    typealias C = Usher__V1__LeaveRoomResponse
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__leave_room_response__init }
    static var unpack: Unpack { usher__v1__leave_room_response__unpack }

    init(_ c: C, _ r: inout Reading) {
    }

    func fill(_ c: inout C, _ w: Writing) {
    }
}
