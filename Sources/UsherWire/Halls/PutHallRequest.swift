import CUsherProto
public import UsherCore

/// Stores a hall as a new revision.
public struct PutHallRequest: WireMessage {
    public static let messageName = "usher.v1.PutHallRequest"

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

extension PutHallRequest: MessageMapping {
    typealias C = Usher__V1__PutHallRequest
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__put_hall_request__init }
    static var unpack: Unpack { usher__v1__put_hall_request__unpack }

    init(_ c: C, _ r: inout Reading) {
        hall = r.message(c.hall, "hall")
    }

    func fill(_ c: inout C, _ w: Writing) {
        c.hall = w.message(hall)
    }
}
