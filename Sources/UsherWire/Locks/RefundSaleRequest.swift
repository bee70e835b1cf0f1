import CUsherProto
public import UsherCore

/// Gives seats of a sale back.
public struct RefundSaleRequest: WireMessage {
    public static let messageName = "usher.v1.RefundSaleRequest"

    public var saleID: String
    /// Codes; either these or `all`.
    public var seats: [String]
    public var all: Bool
    /// 1 to 64 characters, or "" for none.
    public var requestID: String

    public init(saleID: String = "", seats: [String] = [], all: Bool = false, requestID: String = "") {
        self.saleID = saleID
        self.seats = seats
        self.all = all
        self.requestID = requestID
    }

    public init(decoding bytes: [UInt8], faults: inout [FieldFault]) throws(WireError) {
        self = try Codec.decode(bytes, &faults)
    }

    public func encoded() -> [UInt8] { Codec.encode(self) }
}

extension RefundSaleRequest: MessageMapping {
    typealias C = Usher__V1__RefundSaleRequest
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__refund_sale_request__init }
    static var unpack: Unpack { usher__v1__refund_sale_request__unpack }

    init(_ c: C, _ r: inout Reading) {
        saleID = r.text(c.sale_id, "sale_id")
        seats = r.texts(c.n_seats, c.seats, "seats")
        all = c.all != 0
        requestID = r.text(c.request_id, "request_id")
    }

    func fill(_ c: inout C, _ w: Writing) {
        c.sale_id = w.text(saleID)
        w.texts(seats, &c.n_seats, &c.seats)
        c.all = all ? 1 : 0
        c.request_id = w.text(requestID)
    }
}
