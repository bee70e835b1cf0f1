/// Reads a command's arguments: `--flag`, `--option value`, `--option=value`, `-o value`, positionals, and `--` after which all is
/// positional. A lone `-` is a positional (standard input).
enum ArgumentParser {
    static func parse(_ arguments: [String], for command: CommandSpec) throws(UsageError) -> ParsedArguments {
        var parsed = ParsedArguments()
        var rest = arguments[...]
        var literal = false
        while let word = rest.popFirst() {
            if literal || word == "-" || !word.hasPrefix("-") {
                parsed.positionals.append(word)
            } else if word == "--" {
                literal = true
            } else {
                try option(word, &rest, command, &parsed)
            }
        }
        try checkCount(parsed.positionals, command)
        return parsed
    }

    private static func option(
        _ word: String, _ rest: inout ArraySlice<String>, _ command: CommandSpec, _ parsed: inout ParsedArguments
    ) throws(UsageError) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        var name = String(parts[0].drop { $0 == "-" })
        let isLong = word.hasPrefix("--")
        guard let spec = command.options.first(where: { isLong ? $0.name == name : $0.short.map(String.init) == name })
        else {
            throw UsageError(
                "`\(command.name)` has no option `\(parts[0])`",
                hint: Spelling.hint(name, among: command.options.map(\.name) + ["help"], prefix: "--"))
        }
        name = spec.name
        guard let valueName = spec.value else {
            guard parts.count == 1 else { throw UsageError("--\(name) takes no value") }
            parsed.flags.insert(name)
            return
        }
        guard parsed.values[name] == nil || spec.repeats else { throw UsageError("--\(name) is given twice") }
        if parts.count == 2 {
            parsed.values[name, default: []].append(String(parts[1]))
        } else if let value = rest.first, value == "-" || !value.hasPrefix("--") {
            rest.removeFirst()
            parsed.values[name, default: []].append(value)
        } else {
            throw UsageError("--\(name) needs a value: --\(name) \(valueName)")
        }
    }

    private static func checkCount(_ positionals: [String], _ command: CommandSpec) throws(UsageError) {
        var least = 0
        var most = 0
        for spec in command.positionals {
            switch spec.count {
            case .one:
                least += 1
                most += 1
            case .optional: most += 1
            case .many(let minimum):
                least += minimum
                most = Limits.positionals
            }
        }
        if positionals.count < least {
            let missing = command.positionals[min(positionals.count, command.positionals.count - 1)]
            throw UsageError("`\(command.name)` needs \(missing.name): \(missing.help)")
        }
        if positionals.count > most {
            throw UsageError("`\(command.name)` does not take `\(positionals[most])`")
        }
    }
}
