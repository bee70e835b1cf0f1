import CUsherProto
public import UsherCore

/// Lists the sessions of a member.
public struct ListFocusRequest: WireMessage {
    public static let messageName = "usher.v1.ListFocusRequest"

    public var memberID: String
    /// 1 to 1,000; 0 is 100.
    public var pageSize: Int
    /// "" for the first page.
    public var pageToken: String

    public init(memberID: String = "", pageSize: Int = 0, pageToken: String = "") {
        self.memberID = memberID
        self.pageSize = pageSize
        self.pageToken = pageToken
    }

    public init(decoding bytes: [UInt8], faults: inout [FieldFault]) throws(WireError) {
        self = try Codec.decode(bytes, &faults)
    }

    public func encoded() -> [UInt8] { Codec.encode(self) }
}

extension ListFocusRequest: MessageMapping {
    typealias C = Usher__V1__ListFocusRequest
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__list_focus_request__init }
    static var unpack: Unpack { usher__v1__list_focus_request__unpack }

    init(_ c: C, _ r: inout Reading) {
        memberID = r.text(c.member_id, "member_id")
        pageSize = Int(c.page_size)
        pageToken = r.text(c.page_token, "page_token")
    }

    func fill(_ c: inout C, _ w: Writing) {
        c.member_id = w.text(memberID)
        c.page_size = UInt32(clamping: pageSize)
        c.page_token = w.text(pageToken)
    }
}
