import CUsherProto
public import UsherCore

/// Takes seats out of sale.
public struct BlockSeatsRequest: WireMessage {
    public static let messageName = "usher.v1.BlockSeatsRequest"

    public var showID: String
    /// Codes.
    public var seats: [String]
    /// For people.
    public var reason: String

    public init(showID: String = "", seats: [String] = [], reason: String = "") {
        self.showID = showID
        self.seats = seats
        self.reason = reason
    }

    public init(decoding bytes: [UInt8], faults: inout [FieldFault]) throws(WireError) {
        self = try Codec.decode(bytes, &faults)
    }

    public func encoded() -> [UInt8] { Codec.encode(self) }
}

extension BlockSeatsRequest: MessageMapping {
    typealias C = Usher__V1__BlockSeatsRequest
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__block_seats_request__init }
    static var unpack: Unpack { usher__v1__block_seats_request__unpack }

    init(_ c: C, _ r: inout Reading) {
        showID = r.text(c.show_id, "show_id")
        seats = r.texts(c.n_seats, c.seats, "seats")
        reason = r.text(c.reason, "reason")
    }

    func fill(_ c: inout C, _ w: Writing) {
        c.show_id = w.text(showID)
        w.texts(seats, &c.n_seats, &c.seats)
        c.reason = w.text(reason)
    }
}
