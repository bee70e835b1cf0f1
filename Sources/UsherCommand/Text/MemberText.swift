import UsherCore

/// What is said of a room's members, made safe for terminals.
enum MemberText {
    static func name(_ member: RoomMember) -> String {
        DisplayText.safe(member.nickname.isEmpty ? member.memberID : member.nickname)
    }

    static func status(_ status: MemberStatus) -> String {
        switch status {
        case .idle: "idle"
        case .focusing: "focusing"
        case .resting: "resting"
        case .away: "away"
        }
    }

    /// `12 min`, or `12/25 min` where a time is planned; "" for who does not focus. Minutes that are over.
    static func minutes(_ member: RoomMember, now: Timestamp) -> String {
        guard let started = member.focusStartedAt else { return "" }
        let minutes = max(0, (now - started).nanoseconds / 60_000_000_000)
        guard let planned = member.planned else { return "\(minutes) min" }
        let whole = (planned.nanoseconds + 59_999_999_999) / 60_000_000_000
        return "\(min(minutes, whole))/\(whole) min"
    }

    /// `alice: seat W-1, focusing`.
    static func line(_ member: RoomMember) -> String {
        DisplayText.safe("\(member.memberID): \(place(member.seat)), ") + status(member.status)
    }

    static func joined(_ member: RoomMember) -> String {
        let nickname = member.nickname.isEmpty ? "" : " (\(member.nickname))"
        return DisplayText.safe("\(member.memberID)\(nickname) joined: \(place(member.seat)), ") + status(member.status)
    }

    /// What an update says; `member` is who they are after it.
    static func updated(_ update: MemberUpdate, _ member: RoomMember?) -> String {
        var parts: [String] = []
        if let seat = update.seat { parts.append(seat.isEmpty ? "stood up" : "sits on \(seat)") }
        if let status = update.status { parts.append(self.status(status)) }
        if let nickname = update.nickname { parts.append("is called \(nickname)") }
        if update.avatar != nil { parts.append("has another picture") }
        if parts.isEmpty { parts.append("focuses by other times") }
        return DisplayText.safe("\(update.memberID) \(parts.joined(separator: ", "))")
    }

    private static func place(_ seat: String) -> String { seat.isEmpty ? "standing" : "seat \(seat)" }
}
