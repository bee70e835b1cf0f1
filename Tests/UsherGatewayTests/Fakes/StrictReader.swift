import UsherCore
import UsherRPC
import UsherWire

/// A client that applies events by the contract's letter and complains about everything else.
struct StrictReader {
    struct Broken: Error { var what: String }

    var position = Position()
    var states: [UInt8] = []
    var channel: ManualChannel?

    /// Applies what arrived.
    mutating func apply(seats: Int) throws {
        guard let channel else { return }
        for event in try channel.events {
            switch event {
            case .snapshot(let snapshot):
                guard snapshot.states.count == seats else { throw Broken(what: "a map of another size") }
                position = Position(epoch: snapshot.epoch, seq: snapshot.seq)
                states = snapshot.states
            case .delta(let delta):
                guard delta.firstSeq == position.seq + 1 else {
                    throw Broken(what: "\(delta.firstSeq)…\(delta.lastSeq) at \(position.seq)")
                }
                guard Set(delta.changes.map(\.seat)).count == delta.changes.count else {
                    throw Broken(what: "a seat twice")
                }
                for change in delta.changes { states[Int(change.seat)] = change.state }
                position.seq = delta.lastSeq
            case .heartbeat(let seq, _, _):
                guard seq == position.seq else { throw Broken(what: "heartbeat \(seq) at \(position.seq)") }
            case .drain, .show, .unknown: break
            }
        }
        channel.forget()
    }
}
