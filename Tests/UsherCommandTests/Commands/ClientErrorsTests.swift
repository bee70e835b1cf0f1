import Testing

@testable import UsherCommand

@Suite struct ClientErrorsTests {
    @Test(
        "who did not reach the gateway is told which option to look at",
        arguments: [
            ("cannot connect to h port 1: Connection refused", "`usher serve` starts one"),
            ("the server does not speak HTTP/2 here: HTTP/1.1 400: this port speaks HTTP/2 over TLS", "https://h:1"),
            ("TLS with h:1 failed: the server's certificate comes from an authority that is not trusted", "--ca"),
            ("TLS with h:1 failed: the server's certificate is for another host", "--server-name"),
            ("TLS with h:1 failed: the server wants a client certificate", "--cert"),
            ("TLS with h:1 failed: the server refuses the handshake: it may want a client certificate", "--cert"),
            ("TLS with h:1 failed: the server does not speak TLS", "without TLS"),
        ])
    func advice(message: String, option: String) {
        #expect(ClientErrors.advice(message, "h:1")?.contains(option) == true)
    }

    @Test("a message that says it all gets no advice")
    func noAdvice() {
        for message in ["the server's certificate has expired", "the server does not trust the client certificate"] {
            #expect(ClientErrors.advice("TLS with h:1 failed: \(message)", "h:1") == nil)
        }
    }
}
