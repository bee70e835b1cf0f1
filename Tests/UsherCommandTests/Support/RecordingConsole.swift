import Foundation
import Synchronization

@testable import UsherCommand

/// A console that keeps what is printed.
final class RecordingConsole: Sendable {
    private let kept = Mutex((out: "", error: ""))
    private let standardInput: String
    private let environment: [String: String]

    init(input: String = "", environment: [String: String] = ["LANG": "C.UTF-8"]) {
        standardInput = input
        self.environment = environment
    }

    var out: String { kept.withLock { $0.out } }
    var error: String { kept.withLock { $0.error } }

    var console: Console {
        Console(
            out: { text in self.kept.withLock { $0.out += text } },
            error: { text in self.kept.withLock { $0.error += text } },
            input: { Data(self.standardInput.utf8) }, environment: environment, isTerminal: false,
            size: { (100, 0) })
    }

    /// Runs a command line; the exit code.
    func run(_ arguments: String...) async -> Int32 {
        await UsherCommand.run(arguments, console)
    }
}
