import Foundation

/// Where a command prints to, and what it knows about the reader's terminal. Tests give closures of their own.
struct Console: Sendable {
    var out: @Sendable (String) -> Void
    var error: @Sendable (String) -> Void
    /// Standard input, whole.
    var input: @Sendable () -> Data
    var environment: [String: String]
    /// Standard output is a terminal.
    var isTerminal: Bool
    /// Columns and lines of the terminal now.
    var size: @Sendable () -> (width: Int, height: Int)

    /// Prints a line on standard output.
    func line(_ text: String) { out(text + "\n") }

    /// Prints a line on standard error.
    func note(_ text: String) { error(text + "\n") }

    /// The locale writes UTF-8.
    var isUTF8: Bool {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
        let name = locale.lowercased()
        return name.contains("utf-8") || name.contains("utf8")
    }

    /// Escapes are wanted: a terminal that is not dumb, and NO_COLOR is not set (no-color.org).
    var isColored: Bool {
        isTerminal && environment["TERM"] != "dumb" && (environment["NO_COLOR"] ?? "").isEmpty
    }
}
