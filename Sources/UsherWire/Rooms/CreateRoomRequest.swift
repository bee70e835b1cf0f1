import CUsherProto
public import UsherCore

/// Makes a room.
public struct CreateRoomRequest: WireMessage {
    public static let messageName = "usher.v1.CreateRoomRequest"

    /// nil if the message has none.
    public var room: Room?

    public init(room: Room? = nil) {
        self.room = room
    }

    public init(decoding bytes: [UInt8], faults: inout [FieldFault]) throws(WireError) {
        self = try Codec.decode(bytes, &faults)
    }

    public func encoded() -> [UInt8] { Codec.encode(self) }
}

extension CreateRoomRequest: MessageMapping {
    typealias C = Usher__V1__CreateRoomRequest
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__create_room_request__init }
    static var unpack: Unpack { usher__v1__create_room_request__unpack }

    init(_ c: C, _ r: inout Reading) {
        room = r.message(c.room, "room")
    }

    func fill(_ c: inout C, _ w: Writing) {
        c.room = w.message(room)
    }
}
