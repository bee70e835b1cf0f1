import InteropMessages
import UsherHTTP2
import UsherRPC

/// The interop server: serves until it is killed.
///
///     InteropServer --port=PORT [--host=ADDRESS] [--use_tls=true --tls_cert_file=PEM --tls_key_file=PEM]
///
/// Prints `listening on HOST:PORT`. Port 0 takes a free one.
@main enum ServerProgram {
    static func main() async {
        do {
            let options = try ProgramOptions(
                Array(CommandLine.arguments.dropFirst()),
                known: ["port", "host", "use_tls", "tls_cert_file", "tls_key_file"])
            let server = try HTTP2Server(
                services: [TestService()], host: options["host"] ?? "127.0.0.1", port: try options.number("port"),
                options: HTTP2Server.Options(tls: try tls(options)))
            let address = try await server.start()
            Console.say("listening on \(address)")
            while true { try await Task.sleep(for: .seconds(3_600)) }
        } catch let complaint as ProgramOptions.Complaint {
            Console.stop(2, complaint.text)
        } catch {
            Console.stop(1, "\(error)")
        }
    }

    private static func tls(_ options: ProgramOptions) throws -> ServerTLS? {
        guard try options.flag("use_tls") else { return nil }
        guard let certificate = options["tls_cert_file"], let key = options["tls_key_file"] else {
            throw ProgramOptions.Complaint("--use_tls needs --tls_cert_file and --tls_key_file")
        }
        return try ServerTLS(identities: [TLSIdentityFiles(certificate: certificate, key: key)])
    }
}
