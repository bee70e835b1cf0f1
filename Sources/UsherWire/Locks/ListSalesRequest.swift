import CUsherProto
public import UsherCore

/// Lists the sales of a show.
public struct ListSalesRequest: WireMessage {
    public static let messageName = "usher.v1.ListSalesRequest"

    public var showID: String
    /// 1 to 1,000; 0 is 100.
    public var pageSize: Int
    /// "" for the first page.
    public var pageToken: String

    public init(showID: String = "", pageSize: Int = 0, pageToken: String = "") {
        self.showID = showID
        self.pageSize = pageSize
        self.pageToken = pageToken
    }

    public init(decoding bytes: [UInt8], faults: inout [FieldFault]) throws(WireError) {
        self = try Codec.decode(bytes, &faults)
    }

    public func encoded() -> [UInt8] { Codec.encode(self) }
}

extension ListSalesRequest: MessageMapping {
    typealias C = Usher__V1__ListSalesRequest
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__list_sales_request__init }
    static var unpack: Unpack { usher__v1__list_sales_request__unpack }

    init(_ c: C, _ r: inout Reading) {
        showID = r.text(c.show_id, "show_id")
        pageSize = Int(c.page_size)
        pageToken = r.text(c.page_token, "page_token")
    }

    func fill(_ c: inout C, _ w: Writing) {
        c.show_id = w.text(showID)
        c.page_size = UInt32(clamping: pageSize)
        c.page_token = w.text(pageToken)
    }
}
