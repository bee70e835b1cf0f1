import CUsherProto
import UsherCore

extension RoomSnapshot: MessageMapping {
    typealias C = Usher__V1__RoomSnapshot
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__room_snapshot__init }
    static var unpack: Unpack { usher__v1__room_snapshot__unpack }

    init(_ c: C, _ r: inout Reading) {
        self.init(
            epoch: r.text(c.epoch, "epoch"), seq: c.seq, members: r.list(c.n_members, c.members, "members"),
            hallID: r.text(c.hall_id, "hall_id"), hallRevision: c.hall_revision,
            serverTime: r.time(c.server_time, "server_time") ?? Timestamp(nanoseconds: 0))
    }

    func fill(_ c: inout C, _ w: Writing) {
        c.epoch = w.text(epoch)
        c.seq = seq
        w.list(members, &c.n_members, &c.members)
        c.hall_id = w.text(hallID)
        c.hall_revision = hallRevision
        c.server_time = w.time(serverTime)
    }
}
