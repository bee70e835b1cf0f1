import CUsherProto
public import UsherCore

/// One page of shows.
public struct ListShowsResponse: WireMessage {
    public static let messageName = "usher.v1.ListShowsResponse"

    public var shows: [ShowView]
    /// "" on the last page.
    public var nextPageToken: String

    public init(shows: [ShowView] = [], nextPageToken: String = "") {
        self.shows = shows
        self.nextPageToken = nextPageToken
    }

    public init(decoding bytes: [UInt8], faults: inout [FieldFault]) throws(WireError) {
        self = try Codec.decode(bytes, &faults)
    }

    public func encoded() -> [UInt8] { Codec.encode(self) }
}

extension ListShowsResponse: MessageMapping {
    typealias C = Usher__V1__ListShowsResponse
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__list_shows_response__init }
    static var unpack: Unpack { usher__v1__list_shows_response__unpack }

    init(_ c: C, _ r: inout Reading) {
        shows = r.list(c.n_shows, c.shows, "shows")
        nextPageToken = r.text(c.next_page_token, "next_page_token")
    }

    func fill(_ c: inout C, _ w: Writing) {
        w.list(shows, &c.n_shows, &c.shows)
        c.next_page_token = w.text(nextPageToken)
    }
}
