import CUsherProto
import UsherCore

extension SeatSnapshot: MessageMapping {
    typealias C = Usher__V1__SeatSnapshot
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__seat_snapshot__init }
    static var unpack: Unpack { usher__v1__seat_snapshot__unpack }

    init(_ c: C, _ r: inout Reading) {
        self.init(
            showID: r.text(c.show_id, "show_id"), epoch: r.text(c.epoch, "epoch"), seq: c.seq,
            hallID: r.text(c.hall_id, "hall_id"), hallRevision: c.hall_revision, states: r.bytes(c.states),
            serverTime: r.time(c.server_time, "server_time") ?? Timestamp(nanoseconds: 0))
    }

    func fill(_ c: inout C, _ w: Writing) {
        c.show_id = w.text(showID)
        c.epoch = w.text(epoch)
        c.seq = seq
        c.hall_id = w.text(hallID)
        c.hall_revision = hallRevision
        c.states = w.bytes(states)
        c.server_time = w.time(serverTime)
    }
}

extension SeatDelta: MessageMapping {
    typealias C = Usher__V1__SeatDelta
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__seat_delta__init }
    static var unpack: Unpack { usher__v1__seat_delta__unpack }

    init(_ c: C, _ r: inout Reading) {
        self.init(
            firstSeq: c.first_seq, lastSeq: c.last_seq, changes: r.list(c.n_changes, c.changes, "changes"))
    }

    func fill(_ c: inout C, _ w: Writing) {
        c.first_seq = firstSeq
        c.last_seq = lastSeq
        w.list(changes, &c.n_changes, &c.changes)
    }
}

extension SeatChange: MessageMapping {
    typealias C = Usher__V1__SeatChange
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__seat_change__init }
    static var unpack: Unpack { usher__v1__seat_change__unpack }

    /// A state that does not fit a byte is as unknown as one that is no state: 255.
    init(_ c: C, _ r: inout Reading) {
        self.init(seat: Int32(clamping: c.seat), state: UInt8(clamping: c.state.rawValue))
    }

    func fill(_ c: inout C, _ w: Writing) {
        c.seat = UInt32(clamping: seat)
        c.state = Usher__V1__SeatState(rawValue: UInt32(state))
    }
}
