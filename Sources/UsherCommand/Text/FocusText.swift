import UsherCore

/// What is said of focus sessions.
enum FocusText {
    static func state(_ state: FocusState) -> String {
        switch state {
        case .focusing: "focusing"
        case .paused: "paused"
        case .completed: "completed"
        case .abandoned: "abandoned"
        }
    }

    /// `focusing: 10 min of 25 min, since 2027-01-15T07:50:00Z, until 2027-01-15T08:15:00Z`.
    static func line(_ session: FocusSession) -> String {
        let planned = session.planned.map { " of \(SpanText.format($0))" } ?? ""
        var text = "\(state(session.state)): \(SpanText.format(session.elapsed))\(planned)"
        text += ", since \(TimeText.format(session.startedAt))"
        if let end = session.endedAt {
            text += ", ended \(TimeText.format(end))"
        } else if session.state == .focusing, let planned = session.planned {
            text += ", until \(TimeText.format(session.serverTime + (planned - session.elapsed)))"
        }
        if !session.roomID.isEmpty { text += DisplayText.safe(", in \(session.roomID)") }
        return text
    }
}

extension TimeSpan {
    fileprivate static func - (lhs: TimeSpan, rhs: TimeSpan) -> TimeSpan {
        TimeSpan(nanoseconds: max(0, lhs.nanoseconds - rhs.nanoseconds))
    }
}
