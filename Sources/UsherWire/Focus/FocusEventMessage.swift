import CUsherProto
public import UsherCore

/// An event of a session as devices send it, with what its value cannot say: that the type or the time is missing. Such
/// an event is rejected alone and refuses none of the others.
public struct FocusEventMessage: WireMessage {
    public static let messageName = "usher.v1.FocusEvent"

    public var sessionID: String
    public var ordinal: UInt32
    /// nil for unspecified, and for one of a newer version.
    public var type: FocusEventType?
    public var at: Timestamp?
    /// Of START; nil is open-ended.
    public var planned: TimeSpan?
    /// Of START; "" for none.
    public var roomID: String

    public init(
        sessionID: String = "", ordinal: UInt32 = 0, type: FocusEventType? = nil, at: Timestamp? = nil,
        planned: TimeSpan? = nil, roomID: String = ""
    ) {
        self.sessionID = sessionID
        self.ordinal = ordinal
        self.type = type
        self.at = at
        self.planned = planned
        self.roomID = roomID
    }

    public init(_ event: FocusEvent) {
        self.init(
            sessionID: event.sessionID, ordinal: event.ordinal, type: event.type, at: event.at,
            planned: event.planned, roomID: event.roomID)
    }

    /// The event, if it has a known type and a time.
    public var event: FocusEvent? {
        guard let type, let at else { return nil }
        return FocusEvent(
            sessionID: sessionID, ordinal: ordinal, type: type, at: at, planned: planned, roomID: roomID)
    }

    public init(decoding bytes: [UInt8], faults: inout [FieldFault]) throws(WireError) {
        self = try Codec.decode(bytes, &faults)
    }

    public func encoded() -> [UInt8] { Codec.encode(self) }
}

extension FocusEventMessage: MessageMapping {
    typealias C = Usher__V1__FocusEvent
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__focus_event__init }
    static var unpack: Unpack { usher__v1__focus_event__unpack }

    init(_ c: C, _ r: inout Reading) {
        sessionID = r.text(c.session_id, "session_id")
        ordinal = c.ordinal
        type = UInt8(exactly: c.type.rawValue).flatMap(FocusEventType.init(rawValue:))
        at = r.time(c.at, "at")
        planned = r.span(c.planned, "planned")
        roomID = r.text(c.room_id, "room_id")
    }

    func fill(_ c: inout C, _ w: Writing) {
        c.session_id = w.text(sessionID)
        c.ordinal = ordinal
        c.type = Usher__V1__FocusEventType(rawValue: UInt32(type?.rawValue ?? 0))
        c.at = w.time(at)
        c.planned = w.span(planned)
        c.room_id = w.text(roomID)
    }
}
