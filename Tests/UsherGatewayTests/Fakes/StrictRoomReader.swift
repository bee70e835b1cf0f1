import UsherCore
import UsherRPC
import UsherWire

/// A client of a room that applies events by the contract's letter and complains about everything else.
struct StrictRoomReader {
    struct Broken: Error { var what: String }

    var position = Position()
    /// In the order of their joining.
    var members: [RoomMember] = []
    /// The last numbers, of a reader that asked for those.
    var counts: RoomCounts?
    /// Loop clock of the last numbers.
    var countedAt: Int64?
    var channel: ManualChannel?
    var detail = RoomDetail.members

    /// Applies what arrived.
    mutating func apply() throws {
        guard let channel else { return }
        let events = try channel.roomEvents
        channel.forget()
        for event in events {
            switch (event, detail) {
            case (.snapshot(let snapshot), .members):
                position = Position(epoch: snapshot.epoch, seq: snapshot.seq)
                members = snapshot.members
            case (.change(let change), .members): try apply(change)
            case (.counts(let counts), .counts):
                position.seq = counts.seq
                self.counts = counts
            case (.heartbeat(let seq, _), _):
                guard seq == position.seq else { throw Broken(what: "heartbeat \(seq) at \(position.seq)") }
            case (.drain, _): break
            default: throw Broken(what: "\(event) for a reader of \(detail)")
            }
        }
    }

    private mutating func apply(_ change: RoomChange) throws {
        guard change.seq == position.seq + 1 else { throw Broken(what: "\(change) at \(position.seq)") }
        position.seq = change.seq
        switch change.kind {
        case .joined(let member):
            guard !members.contains(where: { $0.memberID == member.memberID }) else {
                throw Broken(what: "\(member.memberID) joined twice")
            }
            members.append(member)
        case .updated(let update):
            guard let place = members.firstIndex(where: { $0.memberID == update.memberID }) else {
                throw Broken(what: "an update of nobody")
            }
            members[place].apply(update)
        case .left(let id):
            guard let place = members.firstIndex(where: { $0.memberID == id }) else {
                throw Broken(what: "nobody left")
            }
            members.remove(at: place)
        case .unknown: throw Broken(what: "a change without a kind")
        }
    }
}
