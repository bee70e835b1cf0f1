import TerminalKit
import Usher

extension Text {
    /// `25 min`, begun minutes not counted.
    static func minutes(_ span: TimeSpan) -> String { "\(max(0, span.nanoseconds / 60_000_000_000)) min" }
}
