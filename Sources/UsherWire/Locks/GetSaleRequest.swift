import CUsherProto
public import UsherCore

/// Reads a sale.
public struct GetSaleRequest: WireMessage {
    public static let messageName = "usher.v1.GetSaleRequest"

    public var saleID: String

    public init(saleID: String = "") {
        self.saleID = saleID
    }

    public init(decoding bytes: [UInt8], faults: inout [FieldFault]) throws(WireError) {
        self = try Codec.decode(bytes, &faults)
    }

    public func encoded() -> [UInt8] { Codec.encode(self) }
}

extension GetSaleRequest: MessageMapping {
    typealias C = Usher__V1__GetSaleRequest
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__get_sale_request__init }
    static var unpack: Unpack { usher__v1__get_sale_request__unpack }

    init(_ c: C, _ r: inout Reading) {
        saleID = r.text(c.sale_id, "sale_id")
    }

    func fill(_ c: inout C, _ w: Writing) {
        c.sale_id = w.text(saleID)
    }
}
