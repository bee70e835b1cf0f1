import CUsherProto
public import UsherCore

extension RoomEvent: WireMessage {
    public static var messageName: String { "usher.v1.RoomEvent" }

    public init(decoding bytes: [UInt8], faults: inout [FieldFault]) throws(WireError) {
        self = try Codec.decode(bytes, &faults)
    }

    /// Changes and heartbeats, which are sent most, are written by hand, byte for byte as
    /// protobuf-c would.
    public func encoded() -> [UInt8] {
        switch self {
        case .change(let change): RoomEventWriter.change(change)
        case .heartbeat(let seq, let serverTime): RoomEventWriter.heartbeat(seq: seq, serverTime: serverTime)
        case .snapshot, .counts, .drain, .unknown: Codec.encode(self)
        }
    }
}

extension RoomEvent: MessageMapping {
    typealias C = Usher__V1__RoomEvent
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__room_event__init }
    static var unpack: Unpack { usher__v1__room_event__unpack }

    init(_ c: C, _ r: inout Reading) {
        switch c.event_case {
        case USHER__V1__ROOM_EVENT__EVENT_SNAPSHOT:
            self = r.message(c.snapshot, "snapshot").map(RoomEvent.snapshot) ?? .unknown
        case USHER__V1__ROOM_EVENT__EVENT_CHANGE:
            self = r.message(c.change, "change").map(RoomEvent.change) ?? .unknown
        case USHER__V1__ROOM_EVENT__EVENT_COUNTS:
            self = r.message(c.counts, "counts").map(RoomEvent.counts) ?? .unknown
        case USHER__V1__ROOM_EVENT__EVENT_HEARTBEAT:
            self =
                r.message(c.heartbeat, "heartbeat") { c, r in
                    .heartbeat(
                        seq: c.seq, serverTime: r.time(c.server_time, "server_time") ?? Timestamp(nanoseconds: 0))
                } ?? .unknown
        case USHER__V1__ROOM_EVENT__EVENT_DRAIN:
            self =
                r.message(c.drain, "drain") { c, r in
                    .drain(
                        reconnectAfter: r.span(c.reconnect_after, "reconnect_after") ?? .zero,
                        reason: r.text(c.reason, "reason"))
                } ?? .unknown
        default: self = .unknown
        }
    }

    func fill(_ c: inout C, _ w: Writing) {
        switch self {
        case .snapshot(let snapshot):
            c.event_case = USHER__V1__ROOM_EVENT__EVENT_SNAPSHOT
            c.snapshot = w.message(snapshot)
        case .change(let change):
            c.event_case = USHER__V1__ROOM_EVENT__EVENT_CHANGE
            c.change = w.message(change)
        case .counts(let counts):
            c.event_case = USHER__V1__ROOM_EVENT__EVENT_COUNTS
            c.counts = w.message(counts)
        case .heartbeat(let seq, let serverTime):
            c.event_case = USHER__V1__ROOM_EVENT__EVENT_HEARTBEAT
            c.heartbeat = w.message(usher__v1__heartbeat__init) { c in
                c.seq = seq
                c.server_time = w.time(serverTime)
            }
        case .drain(let reconnectAfter, let reason):
            c.event_case = USHER__V1__ROOM_EVENT__EVENT_DRAIN
            c.drain = w.message(usher__v1__drain__init) { c in
                c.reconnect_after = w.span(reconnectAfter)
                c.reason = w.text(reason)
            }
        case .unknown: break
        }
    }
}
