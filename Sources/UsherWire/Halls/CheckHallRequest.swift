import CUsherProto
public import UsherCore

/// Asks what PutHall would say.
public struct CheckHallRequest: WireMessage {
    public static let messageName = "usher.v1.CheckHallRequest"

    /// nil if the message has none.
    public var hall: Hall?

    public init(hall: Hall? = nil) {
        self.hall = hall
    }

    public init(decoding bytes: [UInt8], faults: inout [FieldFault]) throws(WireError) {
        self = try Codec.decode(bytes, &faults)
    }

    public func encoded() -> [UInt8] { Codec.encode(self) }
}

extension CheckHallRequest: MessageMapping {
    typealias C = Usher__V1__CheckHallRequest
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__check_hall_request__init }
    static var unpack: Unpack { usher__v1__check_hall_request__unpack }

    init(_ c: C, _ r: inout Reading) {
        hall = r.message(c.hall, "hall")
    }

    func fill(_ c: inout C, _ w: Writing) {
        c.hall = w.message(hall)
    }
}
