import Testing

/// The check of a server's answers can fail: each of these breaks a rule.
@Suite("What a server must not send") struct AnswerCheckTests {
    static let head = WireBytes.frame(
        1, 4, 1, WireBytes.block([(":status", "200"), ("content-type", "application/grpc")]))
    static let end = WireBytes.frame(1, 5, 1, WireBytes.block([("grpc-status", "0")]))

    @Test("a whole answer passes")
    func passes() throws {
        let check = AnswerCheck()
        try check.receive(Self.head + WireBytes.frame(0, 0, 1, WireBytes.message([1, 2])) + Self.end)
        #expect(check.messages(1) == [[1, 2]])
        #expect(check.status(1) == "0")
    }

    @Test(
        "a broken answer does not",
        arguments: [
            WireBytes.frame(0, 0, 1, [0]),
            head + end + end,
            head + head,
            head + WireBytes.frame(0, 1, 1, WireBytes.message([1])),
            head + WireBytes.frame(0, 0, 1, [0, 0]) + end,
            head + WireBytes.frame(1, 5, 1, WireBytes.block([("x", "y")])),
            head + WireBytes.frame(1, 5, 1, WireBytes.block([("grpc-status", "17")])),
            head + WireBytes.frame(1, 5, 1, WireBytes.block([("grpc-status", "1"), ("grpc-message", "\u{1}")])),
            WireBytes.frame(3, 0, 1, [0, 0, 0, 8]) + head,
            WireBytes.frame(5, 4, 1, []),
            WireBytes.frame(7, 0, 0, [0, 0, 0, 1, 0, 0, 0, 0]) + WireBytes.frame(7, 0, 0, [0, 0, 0, 3, 0, 0, 0, 0]),
            WireBytes.frame(8, 0, 1, [0, 0, 0, 0]),
        ])
    func fails(_ bytes: [UInt8]) {
        #expect(throws: (any Error).self) { try AnswerCheck().receive(bytes) }
    }
}
