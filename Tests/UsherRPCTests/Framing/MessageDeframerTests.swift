import Testing

@testable import UsherRPC

@Suite struct MessageDeframerTests {
    /// Feeds `bytes` in pieces of `step`.
    static func cut(_ bytes: [UInt8], step: Int, limit: Int = 1_000) throws(RPCError) -> [[UInt8]] {
        var deframer = MessageDeframer(maxMessageBytes: limit)
        var messages: [[UInt8]] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = Array(rest.prefix(step))
            rest = rest.dropFirst(step)
            try feed(&deframer, piece) { messages.append($0) }
        }
        return messages
    }

    static func feed(
        _ deframer: inout MessageDeframer, _ piece: [UInt8], _ body: ([UInt8]) -> Void
    ) throws(RPCError) {
        let result = piece.withUnsafeBytes { raw in
            Result { () throws(RPCError) in try deframer.append(raw, body) }
        }
        try result.get()
    }

    @Test("messages come out whole wherever the bytes are cut", arguments: 1...40)
    func cuts(step: Int) throws {
        let messages: [[UInt8]] = [[], [1], Array(0..<30), [], Array(100..<140)]
        let bytes = messages.flatMap { FramedMessage($0).bytes }
        #expect(try Self.cut(bytes, step: step) == messages)
    }

    @Test("a message over the limit is refused on its prefix, one at the limit is taken")
    func limit() throws {
        #expect(try Self.cut(FramedMessage([UInt8](repeating: 7, count: 10)).bytes, step: 4, limit: 10).count == 1)
        let error = #expect(throws: RPCError.self) { try Self.cut([0, 0, 0, 0, 11], step: 5, limit: 10) }
        #expect(error?.code == .resourceExhausted)
        let absurd = #expect(throws: RPCError.self) { try Self.cut([0, 255, 255, 255, 255], step: 1, limit: 10) }
        #expect(absurd?.code == .resourceExhausted)
    }

    @Test("a message marked as compressed, or with an unknown flag, is INTERNAL", arguments: [UInt8(1), 2, 128, 255])
    func flags(flag: UInt8) throws {
        let error = #expect(throws: RPCError.self) { try Self.cut([flag, 0, 0, 0, 0], step: 5) }
        #expect(error?.code == .internal)
    }

    @Test("the deframer stands at a boundary exactly between messages")
    func boundary() throws {
        var deframer = MessageDeframer(maxMessageBytes: 100)
        let bytes = FramedMessage([1, 2, 3]).bytes
        for (index, byte) in bytes.enumerated() {
            #expect(deframer.isAtBoundary == (index == 0))
            try Self.feed(&deframer, [byte]) { _ in }
        }
        #expect(deframer.isAtBoundary)
        #expect(deframer.unfinishedBytes == 0)
    }
}
