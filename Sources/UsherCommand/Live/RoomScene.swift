import Usher
import UsherCore

/// What a room's screen shows, folded from the events of its streams. Pure: the caller passes `now`, by this machine's
/// clock.
struct RoomScene: Sendable {
    enum Connection: Sendable, Equatable {
        case live
        case connecting
        case waiting(seconds: Double)
    }

    let roomID: String
    private(set) var replica: RoomReplica
    private(set) var hall: Hall?
    private(set) var connection = Connection.connecting
    /// How far the gateway's clock is ahead of this machine's.
    private(set) var skew = TimeSpan.zero
    private(set) var connectedAt: Timestamp

    init(_ roomID: String, detail: RoomDetail, now: Timestamp) {
        self.roomID = roomID
        replica = RoomReplica(detail: detail)
        connectedAt = now
    }

    /// There is something to show.
    var isKnown: Bool { replica.counts != nil || !replica.position.epoch.isEmpty }

    /// The hall that the members' seats are found in, if it is not the one that is shown.
    var wantedHall: (hallID: String, revision: UInt64)? {
        guard replica.detail == .members, !replica.hallID.isEmpty else { return nil }
        if let hall, hall.hallID == replica.hallID, hall.revision == replica.hallRevision { return nil }
        return (replica.hallID, replica.hallRevision)
    }

    mutating func apply(_ event: RoomEvent, now: Timestamp) -> RoomReplica.Outcome {
        switch event {
        case .snapshot(let snapshot): skew = snapshot.serverTime - now
        case .heartbeat(_, let serverTime): skew = serverTime - now
        case .change, .counts, .drain, .unknown: break
        }
        if connection != .live {
            connection = .live
            connectedAt = now
        }
        return replica.apply(event)
    }

    mutating func show(_ hall: Hall) {
        self.hall = hall
    }

    mutating func lost(retryIn seconds: Double, now: Timestamp) {
        connection = .waiting(seconds: seconds)
        connectedAt = now
    }

    /// Something moves by itself: minutes of focus, or seconds to the next attempt.
    var ticks: Bool {
        connection != .live || replica.counts == nil && replica.members.contains { $0.focusStartedAt != nil }
    }

    func lines(_ style: DrawStyle, now: Timestamp) -> [String] {
        let status = status(now: now)
        if let counts = replica.counts { return RoomCountsDrawing(style: style).lines(counts, status) }
        return RoomDrawing(hall: hall, style: style).lines(replica.members, status, now: now + skew)
    }

    private func status(now: Timestamp) -> MapStatus {
        let place = hall.map { $0.name.isEmpty ? $0.hallID : $0.name } ?? replica.hallID
        var status = MapStatus(title: place.isEmpty ? roomID : "\(roomID), \(place)")
        if isKnown {
            let seq = replica.counts?.seq ?? replica.position.seq
            status.position = Position(epoch: replica.position.epoch, seq: seq)
        }
        switch connection {
        case .live: status.connection = .live
        case .connecting: status.connection = .connecting(attempt: 1)
        case .waiting(let seconds):
            let waited = Double((now - connectedAt).nanoseconds) / 1e9
            status.connection = .waiting(seconds: Int(max(0, seconds - waited).rounded(.up)))
        }
        return status
    }

    /// `seq 42: alice sits on W-1, focusing`, for logs; nil for what needs no line.
    func line(_ difference: RoomDifference) -> String? {
        let seq = "seq \(replica.position.seq): "
        switch difference {
        case .joined(let member): return seq + MemberText.joined(member)
        case .updated(let update): return seq + MemberText.updated(update, replica.member(update.memberID))
        case .left(let memberID): return seq + DisplayText.safe("\(memberID) left")
        case .counts:
            guard let counts = replica.counts else { return nil }
            return "seq \(counts.seq): " + RoomCountsDrawing.words(counts.whole)
        }
    }
}
