import Foundation

@main
struct UsherCommand {
    static func main() async {
        signal(SIGPIPE, SIG_IGN)
        exit(await run(Array(CommandLine.arguments.dropFirst()), .system()))
    }

    /// Runs one command; the exit code is the contract's: 0 done, 1 refused or failed, 2 not understood.
    static func run(_ arguments: [String], _ console: Console) async -> Int32 {
        do {
            switch try CommandTree.usher.choose(arguments) {
            case .help(let text): console.out(text)
            case .usage(let text):
                console.note(text)
                return 2
            case .version: console.line("usher \(Version.text)")
            case .command(let command, let rest):
                try await command.run(try ArgumentParser.parse(rest, for: command), console)
            }
            return 0
        } catch let error as UsageError {
            console.note("usher: \(DisplayText.safe(error.message))")
            if let hint = error.hint { console.note(DisplayText.safe(hint)) }
            return 2
        } catch let error as CommandFailure {
            let reason = error.reason.isEmpty ? "" : "\(error.reason): "
            console.note(reason + DisplayText.safe(error.message))
            for line in error.lines { console.note("  " + DisplayText.safe(line)) }
            return 1
        } catch {
            console.note("usher: \(DisplayText.safe("\(error)"))")
            return 1
        }
    }
}
