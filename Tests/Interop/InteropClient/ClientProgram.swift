import InteropMessages
import UsherHTTP2
import UsherRPC

/// The interop client.
///
///     InteropClient --server_host=HOST --server_port=PORT --test_case=NAME[,NAME…]|all
///         [--use_tls=true] [--ca_file=PEM] [--server_host_override=NAME]
///
/// Prints a line of JSON for each case. The exit status is 0 if all passed, 1 if not, 2 for a wrong command line.
@main enum ClientProgram {
    static func main() async {
        do {
            let options = try ProgramOptions(
                Array(CommandLine.arguments.dropFirst()),
                known: ["server_host", "server_port", "server_host_override", "use_tls", "ca_file", "test_case"])
            let cases = try chosen(options["test_case"] ?? "all")
            let target = Target(
                host: options["server_host"] ?? "127.0.0.1", port: try options.number("server_port"),
                tls: try tls(options))
            var passed = true
            for (name, body) in cases {
                let hasPassed = await run(name, body, target)
                passed = passed && hasPassed
            }
            Console.end(passed ? 0 : 1)
        } catch let complaint as ProgramOptions.Complaint {
            Console.stop(2, complaint.text)
        } catch {
            Console.stop(1, "\(error)")
        }
    }

    private static func chosen(_ names: String) throws -> [(name: String, body: Cases.Body)] {
        guard names != "all" else { return Cases.all }
        return try names.split(separator: ",").map { name in
            guard let one = (Cases.all + Cases.negative).first(where: { $0.name == name }) else {
                throw ProgramOptions.Complaint("there is no case '\(name)'")
            }
            return one
        }
    }

    private static func tls(_ options: ProgramOptions) throws -> ClientTLS? {
        guard try options.flag("use_tls") else { return nil }
        return try ClientTLS(authorities: options["ca_file"], serverName: options["server_host_override"])
    }

    /// True if the case passed.
    private static func run(_ name: String, _ body: Cases.Body, _ target: Target) async -> Bool {
        let started = ContinuousClock.now
        var complaint: String?
        do {
            let client = try TestClient(target)
            defer { client.close() }
            try await body(client)
        } catch let failure as Failure {
            complaint = failure.text
        } catch let error as RPCError {
            complaint = "\(error.code.name): \(error.message)"
        } catch {
            complaint = "\(error)"
        }
        let milliseconds = started.duration(to: .now) / .milliseconds(1)
        let error = complaint.map { ", \"error\": \(Console.quoted($0))" } ?? ""
        Console.say(
            "{\"case\": \"\(name)\", \"ok\": \(complaint == nil), \"seconds\": \(milliseconds.rounded() / 1_000)\(error)}"
        )
        return complaint == nil
    }
}
