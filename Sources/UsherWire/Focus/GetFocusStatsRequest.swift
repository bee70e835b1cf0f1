import CUsherProto
public import UsherCore

/// Asks for completed focus by day.
public struct GetFocusStatsRequest: WireMessage {
    public static let messageName = "usher.v1.GetFocusStatsRequest"

    public var memberID: String
    /// An IANA name; days are those of this zone.
    public var timeZone: String
    /// After local midnight; nil is midnight.
    public var dayStartsAt: TimeSpan?
    public var from: Timestamp?
    /// Not included.
    public var to: Timestamp?

    public init(
        memberID: String = "", timeZone: String = "", dayStartsAt: TimeSpan? = nil, from: Timestamp? = nil,
        to: Timestamp? = nil
    ) {
        self.memberID = memberID
        self.timeZone = timeZone
        self.dayStartsAt = dayStartsAt
        self.from = from
        self.to = to
    }

    public init(decoding bytes: [UInt8], faults: inout [FieldFault]) throws(WireError) {
        self = try Codec.decode(bytes, &faults)
    }

    public func encoded() -> [UInt8] { Codec.encode(self) }
}

extension GetFocusStatsRequest: MessageMapping {
    typealias C = Usher__V1__GetFocusStatsRequest
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__get_focus_stats_request__init }
    static var unpack: Unpack { usher__v1__get_focus_stats_request__unpack }

    init(_ c: C, _ r: inout Reading) {
        memberID = r.text(c.member_id, "member_id")
        timeZone = r.text(c.time_zone, "time_zone")
        dayStartsAt = r.span(c.day_starts_at, "day_starts_at")
        from = r.time(c.from, "from")
        to = r.time(c.to, "to")
    }

    func fill(_ c: inout C, _ w: Writing) {
        c.member_id = w.text(memberID)
        c.time_zone = w.text(timeZone)
        c.day_starts_at = w.span(dayStartsAt)
        c.from = w.time(from)
        c.to = w.time(to)
    }
}
