import TerminalKit
import Usher

/// One's own focus as a line of the screen.
struct TimerText {
    /// nil before the first session.
    var state: FocusState?
    var elapsed: TimeSpan = .zero
    /// nil if the session is open-ended, or none is open.
    var remaining: TimeSpan?
    /// Events that the gateway has not heard of yet.
    var unsent = 0

    var line: String {
        let words =
            switch state {
            case nil: "no session: f begins 25 minutes"
            case .focusing: "FOCUSING · \(remaining.map { "\(Text.clock($0)) to go" } ?? Text.clock(elapsed))"
            case .paused: "PAUSED · \(Text.clock(elapsed)) so far"
            case .completed: "COMPLETED · \(Text.minutes(elapsed))"
            case .abandoned: "GIVEN UP after \(Text.minutes(elapsed))"
            }
        return unsent == 0 ? words : words + " · \(unsent) not told yet"
    }
}
