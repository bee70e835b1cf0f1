import Foundation
import Synchronization

/// Another process of this program, spoken with in lines: what is measured shares nothing with who measures.
final class BenchProcess: Sendable {
    let id: Int32
    private let process: Mutex<Process>
    private let lines: InputLines
    private let input: FileHandle

    /// Runs `usher`, or another build of it, with `arguments`. Its standard error is ours.
    init(
        _ arguments: [String], program: String? = nil, environment: [String: String] = [:]
    ) throws(CommandFailure) {
        let process = Process()
        let input = Pipe()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: program ?? "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = arguments
        if !environment.isEmpty {
            process.environment = ProcessInfo.processInfo.environment.merging(environment) { _, ours in ours }
        }
        process.standardInput = input
        process.standardOutput = output
        do { try process.run() } catch { throw CommandFailure("cannot start `usher \(arguments[0])`: \(error)") }
        id = process.processIdentifier
        self.input = input.fileHandleForWriting
        lines = InputLines(output.fileHandleForReading)
        self.process = Mutex(process)
    }

    /// The next line that it prints; throws if it ended.
    func line() async throws(CommandFailure) -> String {
        guard let line = await lines.next() else { throw CommandFailure("process \(id) ended early") }
        return line
    }

    func say(_ line: String) throws(CommandFailure) {
        do { try input.write(contentsOf: Data((line + "\n").utf8)) } catch {
            throw CommandFailure("process \(id) does not listen: \(error)")
        }
    }

    /// Ends it at once, and waits: what it keeps is in memory.
    func end() async {
        process.withLock { process in
            if process.isRunning { kill(id, SIGKILL) }
        }
        while await lines.next() != nil {}
    }

    var counters: ProcessCounters? { ProcessCounters(process: id) }
}
