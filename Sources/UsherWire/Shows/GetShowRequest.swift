import CUsherProto
public import UsherCore

/// Reads a show.
public struct GetShowRequest: WireMessage {
    public static let messageName = "usher.v1.GetShowRequest"

    public var showID: String

    public init(showID: String = "") {
        self.showID = showID
    }

    public init(decoding bytes: [UInt8], faults: inout [FieldFault]) throws(WireError) {
        self = try Codec.decode(bytes, &faults)
    }

    public func encoded() -> [UInt8] { Codec.encode(self) }
}

extension GetShowRequest: MessageMapping {
    typealias C = Usher__V1__GetShowRequest
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__get_show_request__init }
    static var unpack: Unpack { usher__v1__get_show_request__unpack }

    init(_ c: C, _ r: inout Reading) {
        showID = r.text(c.show_id, "show_id")
    }

    func fill(_ c: inout C, _ w: Writing) {
        c.show_id = w.text(showID)
    }
}
