import CUsherProto
public import UsherCore

/// Ends one device.
public struct LeaveRoomRequest: WireMessage {
    public static let messageName = "usher.v1.LeaveRoomRequest"

    public var token: String

    public init(token: String = "") {
        self.token = token
    }

    public init(decoding bytes: [UInt8], faults: inout [FieldFault]) throws(WireError) {
        self = try Codec.decode(bytes, &faults)
    }

    public func encoded() -> [UInt8] { Codec.encode(self) }
}

extension LeaveRoomRequest: MessageMapping {
    typealias C = Usher__V1__LeaveRoomRequest
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__leave_room_request__init }
    static var unpack: Unpack { usher__v1__leave_room_request__unpack }

    init(_ c: C, _ r: inout Reading) {
        token = r.text(c.token, "token")
    }

    func fill(_ c: inout C, _ w: Writing) {
        c.token = w.text(token)
    }
}
