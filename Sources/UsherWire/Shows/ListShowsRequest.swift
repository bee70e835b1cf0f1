import CUsherProto
public import UsherCore

/// Lists shows.
public struct ListShowsRequest: WireMessage {
    public static let messageName = "usher.v1.ListShowsRequest"

    /// "" for all halls.
    public var hallID: String
    /// 1 to 1,000; 0 is 100.
    public var pageSize: Int
    /// "" for the first page.
    public var pageToken: String

    public init(hallID: String = "", pageSize: Int = 0, pageToken: String = "") {
        self.hallID = hallID
        self.pageSize = pageSize
        self.pageToken = pageToken
    }

    public init(decoding bytes: [UInt8], faults: inout [FieldFault]) throws(WireError) {
        self = try Codec.decode(bytes, &faults)
    }

    public func encoded() -> [UInt8] { Codec.encode(self) }
}

extension ListShowsRequest: MessageMapping {
    typealias C = Usher__V1__ListShowsRequest
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__list_shows_request__init }
    static var unpack: Unpack { usher__v1__list_shows_request__unpack }

    init(_ c: C, _ r: inout Reading) {
        hallID = r.text(c.hall_id, "hall_id")
        pageSize = Int(c.page_size)
        pageToken = r.text(c.page_token, "page_token")
    }

    func fill(_ c: inout C, _ w: Writing) {
        c.hall_id = w.text(hallID)
        c.page_size = UInt32(clamping: pageSize)
        c.page_token = w.text(pageToken)
    }
}
