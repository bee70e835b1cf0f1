/// The program's commands and the way from words to one of them.
struct CommandTree: Sendable {
    enum Choice: Sendable {
        case help(String)
        /// No command at all: the same text, but on standard error, and the exit code of wrong usage.
        case usage(String)
        case version
        case command(CommandSpec, [String])
    }

    var commands: [CommandSpec]

    /// What the arguments (without the program's name) ask for.
    func choose(_ arguments: [String]) throws(UsageError) -> Choice {
        guard let first = arguments.first else { return .usage(help) }
        if first == "--version" { return .version }
        if first == "--help" || first == "-h" { return .help(help) }
        if first == "help" { return try helpFor(Array(arguments.dropFirst())) }
        guard !first.hasPrefix("-") else {
            throw UsageError("options come after the command: `\(first)`", hint: "`usher --help` lists the commands")
        }
        let optionWords = arguments.prefix { $0 != "--" }
        let asksHelp = optionWords.contains("--help") || optionWords.contains("-h")
        if asksHelp { return try helpFor(arguments.prefix { !$0.hasPrefix("-") }) }
        let command = try find(arguments)
        return .command(command, Array(arguments.dropFirst(command.path.count)))
    }

    private func helpFor(_ words: [String]) throws(UsageError) -> Choice {
        if words.isEmpty { return .help(help) }
        if let group = group(words[0]), words.count == 1 { return .help(group) }
        return .help(try find(words).help)
    }

    private func find(_ arguments: [String]) throws(UsageError) -> CommandSpec {
        let found = commands.filter { arguments.starts(with: $0.path) }.max { $0.path.count < $1.path.count }
        if let found { return found }
        let subcommands = commands.filter { $0.path.first == arguments[0] }.compactMap { $0.path.dropFirst().first }
        if subcommands.isEmpty {
            throw UsageError(
                "there is no command `\(arguments[0])`",
                hint: Spelling.hint(arguments[0], among: Array(Set(commands.map { $0.path[0] })), prefix: "usher ")
                    ?? "`usher --help` lists the commands")
        }
        guard arguments.count > 1, !arguments[1].hasPrefix("-") else {
            throw UsageError("`usher \(arguments[0])` needs one of: \(subcommands.joined(separator: ", "))")
        }
        throw UsageError(
            "`usher \(arguments[0])` has no command `\(arguments[1])`: \(subcommands.joined(separator: ", "))",
            hint: Spelling.hint(arguments[1], among: subcommands, prefix: "usher \(arguments[0]) "))
    }

    /// The help of `usher show`, where only subcommands exist.
    private func group(_ word: String) -> String? {
        let members = commands.filter { $0.path.first == word && $0.path.count > 1 }
        guard !members.isEmpty else { return nil }
        return "usage: usher \(word) COMMAND\n\n" + CommandSpec.columns(members.map { ($0.name, $0.summary) })
    }

    /// What `usher --help` prints.
    var help: String {
        "Usher: living seat maps and seat sales over gRPC\n\nusage: usher COMMAND [arguments] [options]\n\n"
            + CommandSpec.columns(commands.map { ($0.name, $0.summary) })
                + """

                `usher COMMAND --help` tells more. The gateway is found by --server, else USHER_SERVER, else \
                \(Limits.defaultServer).
                Exit codes: 0 done, 1 refused or failed, 2 not understood.

                """
    }
}
