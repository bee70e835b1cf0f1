import CUsherProto
public import UsherCore

/// Lists halls.
public struct ListHallsRequest: WireMessage {
    public static let messageName = "usher.v1.ListHallsRequest"

    /// 1 to 1,000; 0 is 100.
    public var pageSize: Int
    /// "" for the first page.
    public var pageToken: String

    public init(pageSize: Int = 0, pageToken: String = "") {
        self.pageSize = pageSize
        self.pageToken = pageToken
    }

    public init(decoding bytes: [UInt8], faults: inout [FieldFault]) throws(WireError) {
        self = try Codec.decode(bytes, &faults)
    }

    public func encoded() -> [UInt8] { Codec.encode(self) }
}

extension ListHallsRequest: MessageMapping {
    typealias C = Usher__V1__ListHallsRequest
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__list_halls_request__init }
    static var unpack: Unpack { usher__v1__list_halls_request__unpack }

    init(_ c: C, _ r: inout Reading) {
        pageSize = Int(c.page_size)
        pageToken = r.text(c.page_token, "page_token")
    }

    func fill(_ c: inout C, _ w: Writing) {
        c.page_size = UInt32(clamping: pageSize)
        c.page_token = w.text(pageToken)
    }
}
