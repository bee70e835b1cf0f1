/// One command of the program: how it is called, what it says about itself, and what it does.
struct CommandSpec: Sendable {
    /// `["show", "create"]`.
    var path: [String]
    /// One line for the list of commands.
    var summary: String
    var positionals: [PositionalSpec]
    var options: [OptionSpec]
    /// Paragraphs after the options.
    var details: String
    /// Returns when the command is done; throws a `UsageError` (exit 2) or a `CommandFailure` (exit 1).
    var run: @Sendable (ParsedArguments, Console) async throws -> Void

    init(
        _ path: String, _ summary: String, positionals: [PositionalSpec] = [], options: [OptionSpec] = [],
        details: String = "", run: @escaping @Sendable (ParsedArguments, Console) async throws -> Void
    ) {
        self.path = path.split(separator: " ").map(String.init)
        self.summary = summary
        self.positionals = positionals
        self.options = options
        self.details = details
        self.run = run
    }

    var name: String { path.joined(separator: " ") }

    var usage: String {
        var words = ["usher", name] + positionals.map(\.usage)
        if !options.isEmpty { words.append("[options]") }
        return words.joined(separator: " ")
    }

    /// What `--help` prints.
    var help: String {
        var text = "\(summary)\n\nusage: \(usage)\n"
        if !positionals.isEmpty {
            text += "\narguments:\n" + Self.columns(positionals.map { ($0.name, $0.help) })
        }
        let rows = options.map { (option: OptionSpec) -> (String, String) in
            (
                (option.short.map { "-\($0), " } ?? "") + "--\(option.name)" + (option.value.map { " \($0)" } ?? ""),
                option.help
            )
        }
        text += "\noptions:\n" + Self.columns(rows + [("--help", "this text")])
        if !details.isEmpty { text += "\n\(details)\n" }
        return text
    }

    /// Two columns, the right one wrapped.
    static func columns(_ rows: [(String, String)]) -> String {
        let indent = min(30, (rows.map(\.0.count).max() ?? 0) + 4)
        var text = ""
        for (left, right) in rows {
            var line = "  " + left
            line += line.count >= indent ? "\n" + String(repeating: " ", count: indent) : ""
            line += String(repeating: " ", count: max(0, indent - 2 - left.count))
            var column = indent
            for (position, word) in right.split(separator: " ").enumerated() {
                if column + word.count > Limits.helpWidth {
                    line += "\n" + String(repeating: " ", count: indent)
                    column = indent
                } else if position > 0 {
                    line += " "
                    column += 1
                }
                line += word
                column += word.count
            }
            text += line + "\n"
        }
        return text
    }
}
