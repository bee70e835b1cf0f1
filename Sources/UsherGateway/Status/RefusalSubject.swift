internal import UsherWire

/// What a request was about: a refusal names it in its sentence and, for programs, in its metadata.
struct RefusalSubject: Sendable {
    /// Whose seats the codes of the request must be.
    enum SeatOwner: Sendable {
        case hall, lock, sale, room
    }

    /// Empty where the request names none.
    var showID = ""
    var hallID = ""
    /// 0 = the newest.
    var hallRevision: UInt64 = 0
    var saleID = ""
    var roomID = ""
    var sessionID = ""
    var seatOwner = SeatOwner.hall
    /// A lock that is over may still be confirmed for a while: what to do when that time is over is another thing.
    var isConfirm = false

    /// Without the tokens of locks: those are secrets, and errors end up in logs.
    var metadata: [StatusDetail.Pair] {
        var pairs: [StatusDetail.Pair] = []
        if !hallID.isEmpty { pairs.append(StatusDetail.Pair("hall_id", hallID)) }
        if hallRevision > 0 { pairs.append(StatusDetail.Pair("hall_revision", String(hallRevision))) }
        if !roomID.isEmpty { pairs.append(StatusDetail.Pair("room_id", roomID)) }
        if !saleID.isEmpty { pairs.append(StatusDetail.Pair("sale_id", saleID)) }
        if !sessionID.isEmpty { pairs.append(StatusDetail.Pair("session_id", sessionID)) }
        if !showID.isEmpty { pairs.append(StatusDetail.Pair("show_id", showID)) }
        return pairs
    }

    /// `show 's1'`, or `such show` where it is not known which.
    var show: String { Self.named("show", showID) }
    var sale: String { Self.named("sale", saleID) }
    var room: String { Self.named("room", roomID) }
    /// Where a token should have been.
    var tokenRoom: String { roomID.isEmpty ? "a room" : room }
    var session: String { Self.named("session", sessionID) }
    var hall: String {
        let hall = Self.named("hall", hallID)
        return hallRevision > 0 ? "revision \(hallRevision) of \(hall)" : hall
    }

    private static func named(_ kind: String, _ id: String) -> String {
        id.isEmpty ? "such \(kind)" : "\(kind) '\(id)'"
    }
}
