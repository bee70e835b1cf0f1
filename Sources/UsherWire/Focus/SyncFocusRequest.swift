import CUsherProto
public import UsherCore

/// Brings in events made offline.
public struct SyncFocusRequest: WireMessage {
    public static let messageName = "usher.v1.SyncFocusRequest"

    public var memberID: String
    /// In any order.
    public var events: [FocusEventMessage]

    public init(memberID: String = "", events: [FocusEventMessage] = []) {
        self.memberID = memberID
        self.events = events
    }

    public init(decoding bytes: [UInt8], faults: inout [FieldFault]) throws(WireError) {
        self = try Codec.decode(bytes, &faults)
    }

    public func encoded() -> [UInt8] { Codec.encode(self) }
}

extension SyncFocusRequest: MessageMapping {
    typealias C = Usher__V1__SyncFocusRequest
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__sync_focus_request__init }
    static var unpack: Unpack { usher__v1__sync_focus_request__unpack }

    init(_ c: C, _ r: inout Reading) {
        memberID = r.text(c.member_id, "member_id")
        events = r.list(c.n_events, c.events, "events")
    }

    func fill(_ c: inout C, _ w: Writing) {
        c.member_id = w.text(memberID)
        w.list(events, &c.n_events, &c.events)
    }
}
