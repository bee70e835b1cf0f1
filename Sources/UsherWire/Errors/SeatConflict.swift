import CUsherProto
public import UsherCore

/// Which seats stood in the way of a request.
public struct SeatConflict: WireMessage {
    public static let messageName = "usher.v1.SeatConflict"

    /// Codes.
    public var seats: [String]
    /// A choice that would be accepted, where one exists.
    public var suggestion: SeatSuggestion?

    public init(seats: [String] = [], suggestion: SeatSuggestion? = nil) {
        self.seats = seats
        self.suggestion = suggestion
    }

    public init(decoding bytes: [UInt8], faults: inout [FieldFault]) throws(WireError) {
        self = try Codec.decode(bytes, &faults)
    }

    public func encoded() -> [UInt8] { Codec.encode(self) }
}

extension SeatConflict: MessageMapping {
    typealias C = Usher__V1__SeatConflict
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__seat_conflict__init }
    static var unpack: Unpack { usher__v1__seat_conflict__unpack }

    init(_ c: C, _ r: inout Reading) {
        seats = r.texts(c.n_seats, c.seats, "seats")
        suggestion = r.message(c.suggestion, "suggestion")
    }

    func fill(_ c: inout C, _ w: Writing) {
        w.texts(seats, &c.n_seats, &c.seats)
        c.suggestion = w.message(suggestion)
    }
}
