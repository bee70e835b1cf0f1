import Testing

@testable import UsherRPC

@Suite("The headers of a call")
struct ClientRequestHeadTests {
    @Test("fields come in the order that the protocol asks for, with the caller's last")
    func order() throws {
        var metadata = Metadata()
        metadata.add("x-a", "1")
        metadata.add("grpc-previous-rpc-attempts", "2")
        let fields = try ClientRequestHead.fields(
            path: "/a.B/C", authority: "h:1", timeout: 1_500_000_000, userAgent: "u", metadata: metadata)
        #expect(
            fields.entries.map { "\($0.name)=\($0.value)" } == [
                ":method=POST", ":scheme=http", ":path=/a.B/C", ":authority=h:1", "te=trailers",
                "grpc-timeout=1500000u", "content-type=application/grpc", "grpc-accept-encoding=identity, gzip",
                "user-agent=u", "x-a=1", "grpc-previous-rpc-attempts=2",
            ])
    }

    @Test("the request's encoding is named if one was chosen", arguments: [nil, MessageEncoding.identity, .gzip])
    func encoding(encoding: MessageEncoding?) throws {
        let fields = try ClientRequestHead.fields(
            path: "/a.B/C", authority: "h:1", timeout: nil, userAgent: "u", metadata: Metadata(), encoding: encoding)
        #expect(fields["grpc-encoding"] == encoding?.rawValue)
    }

    @Test("without a deadline there is no grpc-timeout")
    func noTimeout() throws {
        let fields = try ClientRequestHead.fields(
            path: "/a.B/C", authority: "h:1", timeout: nil, userAgent: "u", metadata: Metadata())
        #expect(fields["grpc-timeout"] == nil)
    }

    @Test(
        "metadata that cannot travel is refused",
        arguments: [
            ("X", "1"), (":path", "1"), ("grpc-status", "0"), ("te", "x"), ("connection", "close"), ("a b", "1"),
            ("ä", "1"), ("", "1"), ("x", "ä"), ("x", "a\r\nb: c"), ("x", "\u{0}"),
        ])
    func refused(name: String, value: String) {
        var metadata = Metadata()
        metadata.add(name, value)
        #expect(throws: RPCError.self) {
            try ClientRequestHead.fields(
                path: "/a.B/C", authority: "h:1", timeout: nil, userAgent: "u", metadata: metadata)
        }
    }
}
