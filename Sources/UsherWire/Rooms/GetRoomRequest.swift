import CUsherProto
public import UsherCore

/// Asks for what is new in a room since a position.
public struct GetRoomRequest: WireMessage {
    public static let messageName = "usher.v1.GetRoomRequest"

    public var roomID: String
    /// "" asks for a snapshot.
    public var epoch: String
    public var afterSeq: UInt64

    public init(roomID: String = "", epoch: String = "", afterSeq: UInt64 = 0) {
        self.roomID = roomID
        self.epoch = epoch
        self.afterSeq = afterSeq
    }

    public init(decoding bytes: [UInt8], faults: inout [FieldFault]) throws(WireError) {
        self = try Codec.decode(bytes, &faults)
    }

    public func encoded() -> [UInt8] { Codec.encode(self) }
}

extension GetRoomRequest: MessageMapping {
    typealias C = Usher__V1__GetRoomRequest
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__get_room_request__init }
    static var unpack: Unpack { usher__v1__get_room_request__unpack }

    init(_ c: C, _ r: inout Reading) {
        roomID = r.text(c.room_id, "room_id")
        epoch = r.text(c.epoch, "epoch")
        afterSeq = c.after_seq
    }

    func fill(_ c: inout C, _ w: Writing) {
        c.room_id = w.text(roomID)
        c.epoch = w.text(epoch)
        c.after_seq = afterSeq
    }
}
