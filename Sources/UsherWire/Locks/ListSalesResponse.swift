import CUsherProto
public import UsherCore

/// One page of sales.
public struct ListSalesResponse: WireMessage {
    public static let messageName = "usher.v1.ListSalesResponse"

    public var sales: [SaleMessage]
    /// "" on the last page.
    public var nextPageToken: String

    public init(sales: [SaleMessage] = [], nextPageToken: String = "") {
        self.sales = sales
        self.nextPageToken = nextPageToken
    }

    public init(decoding bytes: [UInt8], faults: inout [FieldFault]) throws(WireError) {
        self = try Codec.decode(bytes, &faults)
    }

    public func encoded() -> [UInt8] { Codec.encode(self) }
}

extension ListSalesResponse: MessageMapping {
    typealias C = Usher__V1__ListSalesResponse
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__list_sales_response__init }
    static var unpack: Unpack { usher__v1__list_sales_response__unpack }

    init(_ c: C, _ r: inout Reading) {
        sales = r.list(c.n_sales, c.sales, "sales")
        nextPageToken = r.text(c.next_page_token, "next_page_token")
    }

    func fill(_ c: inout C, _ w: Writing) {
        w.list(sales, &c.n_sales, &c.sales)
        c.next_page_token = w.text(nextPageToken)
    }
}
