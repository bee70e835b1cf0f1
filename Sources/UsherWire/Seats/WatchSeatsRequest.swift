import CUsherProto
public import UsherCore

/// Follows the map from a position.
public struct WatchSeatsRequest: WireMessage {
    public static let messageName = "usher.v1.WatchSeatsRequest"

    public var showID: String
    /// "" asks for a snapshot.
    public var epoch: String
    public var afterSeq: UInt64
    /// Span of silence; nil is 25 s.
    public var heartbeat: TimeSpan?
    /// 0: do not care.
    public var showVersion: UInt64

    public init(
        showID: String = "", epoch: String = "", afterSeq: UInt64 = 0, heartbeat: TimeSpan? = nil,
        showVersion: UInt64 = 0
    ) {
        self.showID = showID
        self.epoch = epoch
        self.afterSeq = afterSeq
        self.heartbeat = heartbeat
        self.showVersion = showVersion
    }

    public init(decoding bytes: [UInt8], faults: inout [FieldFault]) throws(WireError) {
        self = try Codec.decode(bytes, &faults)
    }

    public func encoded() -> [UInt8] { Codec.encode(self) }
}

extension WatchSeatsRequest: MessageMapping {
    typealias C = Usher__V1__WatchSeatsRequest
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__watch_seats_request__init }
    static var unpack: Unpack { usher__v1__watch_seats_request__unpack }

    init(_ c: C, _ r: inout Reading) {
        showID = r.text(c.show_id, "show_id")
        epoch = r.text(c.epoch, "epoch")
        afterSeq = c.after_seq
        heartbeat = r.span(c.heartbeat, "heartbeat")
        showVersion = c.show_version
    }

    func fill(_ c: inout C, _ w: Writing) {
        c.show_id = w.text(showID)
        c.epoch = w.text(epoch)
        c.after_seq = afterSeq
        c.heartbeat = w.span(heartbeat)
        c.show_version = showVersion
    }
}
