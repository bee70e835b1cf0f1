import Foundation
import Usher
import UsherCore

/// What `usher hall diff --json` prints: one object.
struct HallDiffReport: Encodable {
    struct Side: Encodable {
        var hallId: String
        var revision: UInt64
        var seatCount: Int
    }

    struct Loss: Encodable {
        var showId: String
        var seat: String
        var state: String
    }

    var from: Side
    var to: Side
    var changes: [HallChange]
    /// nil: no running shows were asked.
    var losses: [Loss]?

    init(_ diff: HallDiff, losses: [HallLoss]?) {
        func side(_ hall: Hall) -> Side {
            Side(hallId: hall.hallID, revision: hall.revision, seatCount: hall.seats.count)
        }
        from = side(diff.before)
        to = side(diff.after)
        changes = diff.changes
        self.losses = losses?.map { loss in
            let state = loss.state == .sold ? "SEAT_STATE_SOLD" : "SEAT_STATE_LOCKED"
            return Loss(showId: loss.showID, seat: loss.seat, state: state)
        }
    }

    func line() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
}
