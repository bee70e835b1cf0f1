import Testing

@testable import UsherCommand

@Suite struct ListenAddressTests {
    @Test(
        "addresses are read, and loopback is told from the rest",
        arguments: [
            ("127.0.0.1:50051", true), ("127.9.9.9:0", true), ("localhost:1", true), ("[::1]:443", true),
            ("0.0.0.0:1", false), ("[::]:1", false), ("192.168.0.1:1", false), ("example.org:1", false),
            ("[::ffff:1.2.3.4]:1", false), ("1270.0.0.1:1", false),
        ])
    func loopback(text: String, isLoopback: Bool) {
        #expect(ListenAddress(text)?.isLoopback == isLoopback)
        #expect(ListenAddress(text)?.description == text)
    }

    @Test("what is no address is none", arguments: ["", "127.0.0.1", ":1", "::1:1", "a:70000", "a:-1", "a:x"])
    func refuses(text: String) {
        #expect(ListenAddress(text) == nil)
    }
}
