import CUsherProto
public import UsherCore

/// Stands up.
public struct LeaveSeatRequest: WireMessage {
    public static let messageName = "usher.v1.LeaveSeatRequest"

    public var token: String
    /// Seat code, or "" for whichever the member has.
    public var seat: String

    public init(token: String = "", seat: String = "") {
        self.token = token
        self.seat = seat
    }

    public init(decoding bytes: [UInt8], faults: inout [FieldFault]) throws(WireError) {
        self = try Codec.decode(bytes, &faults)
    }

    public func encoded() -> [UInt8] { Codec.encode(self) }
}

extension LeaveSeatRequest: MessageMapping {
    typealias C = Usher__V1__LeaveSeatRequest
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__leave_seat_request__init }
    static var unpack: Unpack { usher__v1__leave_seat_request__unpack }

    init(_ c: C, _ r: inout Reading) {
        token = r.text(c.token, "token")
        seat = r.text(c.seat, "seat")
    }

    func fill(_ c: inout C, _ w: Writing) {
        c.token = w.text(token)
        c.seat = w.text(seat)
    }
}
