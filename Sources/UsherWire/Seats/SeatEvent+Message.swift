import CUsherProto
public import UsherCore

extension SeatEvent: WireMessage {
    public static var messageName: String { "usher.v1.SeatEvent" }

    public init(decoding bytes: [UInt8], faults: inout [FieldFault]) throws(WireError) {
        self = try Codec.decode(bytes, &faults)
    }

    /// Deltas and heartbeats, which are sent most, are written by hand, byte for byte as
    /// protobuf-c would.
    public func encoded() -> [UInt8] {
        switch self {
        case .delta(let delta): SeatEventWriter.delta(delta)
        case .heartbeat(let seq, let serverTime, let showVersion):
            SeatEventWriter.heartbeat(seq: seq, serverTime: serverTime, showVersion: showVersion)
        case .snapshot, .drain, .show, .unknown: Codec.encode(self)
        }
    }
}

extension SeatEvent: MessageMapping {
    typealias C = Usher__V1__SeatEvent
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__seat_event__init }
    static var unpack: Unpack { usher__v1__seat_event__unpack }

    init(_ c: C, _ r: inout Reading) {
        switch c.event_case {
        case USHER__V1__SEAT_EVENT__EVENT_SNAPSHOT:
            self = r.message(c.snapshot, "snapshot").map(SeatEvent.snapshot) ?? .unknown
        case USHER__V1__SEAT_EVENT__EVENT_DELTA:
            self = r.message(c.delta, "delta").map(SeatEvent.delta) ?? .unknown
        case USHER__V1__SEAT_EVENT__EVENT_HEARTBEAT:
            self =
                r.message(c.heartbeat, "heartbeat") { c, r in
                    .heartbeat(
                        seq: c.seq, serverTime: r.time(c.server_time, "server_time") ?? Timestamp(nanoseconds: 0),
                        showVersion: c.show_version)
                } ?? .unknown
        case USHER__V1__SEAT_EVENT__EVENT_DRAIN:
            self =
                r.message(c.drain, "drain") { c, r in
                    .drain(
                        reconnectAfter: r.span(c.reconnect_after, "reconnect_after") ?? .zero,
                        reason: r.text(c.reason, "reason"))
                } ?? .unknown
        case USHER__V1__SEAT_EVENT__EVENT_SHOW:
            self = r.message(c.show, "show").map(SeatEvent.show) ?? .unknown
        default: self = .unknown
        }
    }

    func fill(_ c: inout C, _ w: Writing) {
        switch self {
        case .snapshot(let snapshot):
            c.event_case = USHER__V1__SEAT_EVENT__EVENT_SNAPSHOT
            c.snapshot = w.message(snapshot)
        case .delta(let delta):
            c.event_case = USHER__V1__SEAT_EVENT__EVENT_DELTA
            c.delta = w.message(delta)
        case .heartbeat(let seq, let serverTime, let showVersion):
            c.event_case = USHER__V1__SEAT_EVENT__EVENT_HEARTBEAT
            c.heartbeat = w.message(usher__v1__heartbeat__init) { c in
                c.seq = seq
                c.server_time = w.time(serverTime)
                c.show_version = showVersion
            }
        case .drain(let reconnectAfter, let reason):
            c.event_case = USHER__V1__SEAT_EVENT__EVENT_DRAIN
            c.drain = w.message(usher__v1__drain__init) { c in
                c.reconnect_after = w.span(reconnectAfter)
                c.reason = w.text(reason)
            }
        case .show(let show):
            c.event_case = USHER__V1__SEAT_EVENT__EVENT_SHOW
            c.show = w.message(show)
        case .unknown: break
        }
    }
}
