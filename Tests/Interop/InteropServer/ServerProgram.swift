import InteropMessages
import UsherHTTP2
import UsherRPC

/// The interop server: serves until it is killed.
///
///     InteropServer --port=PORT [--host=ADDRESS]
///
/// Prints `listening on HOST:PORT`. Port 0 takes a free one.
@main enum ServerProgram {
    static func main() async {
        do {
            let options = try ProgramOptions(Array(CommandLine.arguments.dropFirst()), known: ["port", "host"])
            let server = try HTTP2Server(
                services: [TestService()], host: options["host"] ?? "127.0.0.1", port: try options.number("port"))
            let address = try await server.start()
            Console.say("listening on \(address)")
            while true { try await Task.sleep(for: .seconds(3_600)) }
        } catch let complaint as ProgramOptions.Complaint {
            Console.stop(2, complaint.text)
        } catch {
            Console.stop(1, "\(error)")
        }
    }
}
