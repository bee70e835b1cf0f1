import Testing

@testable import Usher

@Suite("Addresses of gateways")
struct ServerAddressTests {
    @Test(
        "addresses are read as people write them",
        arguments: [
            ("127.0.0.1:50051", "127.0.0.1", 50_051), ("localhost", "localhost", 50_051), ("[::1]:80", "::1", 80),
            ("[::1]", "::1", 50_051), ("::1", "::1", 50_051), ("example.org:1", "example.org", 1),
        ] as [(String, String, UInt16)])
    func good(text: String, host: String, port: UInt16) {
        #expect(ServerAddress(text) == ServerAddress(host: host, port: port))
    }

    @Test(
        "what is no address is refused",
        arguments: ["", ":1", "a:", "a:0", "a:65536", "a:-1", "a:+1", "[::1", "[::1]x", "[]:1"])
    func bad(text: String) {
        #expect(ServerAddress(text) == nil)
    }

    @Test("an address prints as it is read", arguments: ["127.0.0.1:1", "[::1]:2", "h:3"])
    func prints(text: String) {
        #expect(ServerAddress(text)?.description == text)
    }

    @Test("several stand between commas, and one that is none spoils them all")
    func list() {
        let two = [ServerAddress(host: "a", port: 1), ServerAddress(host: "::1", port: 2)]
        #expect(ServerAddress.list("a:1,[::1]:2") == two)
        #expect(ServerAddress.list("a:1, [::1]:2") == two)
        for text in ["", "a:1,", ",a:1", "a:1,b:0"] { #expect(ServerAddress.list(text) == nil) }
    }

    @Test("a client without an address says so with every call")
    func none() async throws {
        do throws(UsherError) {
            _ = try await UsherClient(addresses: []).show("s")
            Issue.record("the call was answered")
        } catch {
            #expect(error.code == .failedPrecondition)
        }
    }
}
