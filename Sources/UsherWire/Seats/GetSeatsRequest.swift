import CUsherProto
public import UsherCore

/// Reads the map from a position.
public struct GetSeatsRequest: WireMessage {
    public static let messageName = "usher.v1.GetSeatsRequest"

    public var showID: String
    /// "" asks for a snapshot.
    public var epoch: String
    public var afterSeq: UInt64

    public init(showID: String = "", epoch: String = "", afterSeq: UInt64 = 0) {
        self.showID = showID
        self.epoch = epoch
        self.afterSeq = afterSeq
    }

    public init(decoding bytes: [UInt8], faults: inout [FieldFault]) throws(WireError) {
        self = try Codec.decode(bytes, &faults)
    }

    public func encoded() -> [UInt8] { Codec.encode(self) }
}

extension GetSeatsRequest: MessageMapping {
    typealias C = Usher__V1__GetSeatsRequest
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__get_seats_request__init }
    static var unpack: Unpack { usher__v1__get_seats_request__unpack }

    init(_ c: C, _ r: inout Reading) {
        showID = r.text(c.show_id, "show_id")
        epoch = r.text(c.epoch, "epoch")
        afterSeq = c.after_seq
    }

    func fill(_ c: inout C, _ w: Writing) {
        c.show_id = w.text(showID)
        c.epoch = w.text(epoch)
        c.after_seq = afterSeq
    }
}
