import CUsherProto
public import UsherCore

/// One page of halls.
public struct ListHallsResponse: WireMessage {
    public static let messageName = "usher.v1.ListHallsResponse"

    /// Without rows and seats.
    public var halls: [HallReply]
    /// "" on the last page.
    public var nextPageToken: String

    public init(halls: [HallReply] = [], nextPageToken: String = "") {
        self.halls = halls
        self.nextPageToken = nextPageToken
    }

    public init(decoding bytes: [UInt8], faults: inout [FieldFault]) throws(WireError) {
        self = try Codec.decode(bytes, &faults)
    }

    public func encoded() -> [UInt8] { Codec.encode(self) }
}

extension ListHallsResponse: MessageMapping {
    typealias C = Usher__V1__ListHallsResponse
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__list_halls_response__init }
    static var unpack: Unpack { usher__v1__list_halls_response__unpack }

    init(_ c: C, _ r: inout Reading) {
        halls = r.list(c.n_halls, c.halls, "halls")
        nextPageToken = r.text(c.next_page_token, "next_page_token")
    }

    func fill(_ c: inout C, _ w: Writing) {
        w.list(halls, &c.n_halls, &c.halls)
        c.next_page_token = w.text(nextPageToken)
    }
}
