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
            try feed(&deframer, piece) { messages.append($0.bytes) }
        }
        return messages
    }

    static func feed(
        _ deframer: inout MessageDeframer, _ piece: [UInt8], _ body: (CodedMessage) -> Void
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

    @Test("within an agreed encoding each message says for itself whether it is compressed", arguments: 1...17)
    func coded(step: Int) throws {
        var deframer = MessageDeframer(maxMessageBytes: 10, encoding: .gzip)
        var messages: [CodedMessage] = []
        var rest: ArraySlice<UInt8> = [1, 0, 0, 0, 2, 31, 139, 0, 0, 0, 0, 1, 9, 1, 0, 0, 0, 0]
        while !rest.isEmpty {
            try Self.feed(&deframer, Array(rest.prefix(step))) { messages.append($0) }
            rest = rest.dropFirst(step)
        }
        #expect(
            messages == [
                CodedMessage([31, 139], isCompressed: true), CodedMessage([9]), CodedMessage([], isCompressed: true),
            ])
    }

    @Test("a compressed message may be longer than the limit by what compression adds, and no more")
    func codedLimit() throws {
        func begin(_ flag: UInt8, _ length: Int) throws {
            var deframer = MessageDeframer(maxMessageBytes: 10_240, encoding: .gzip)
            try Self.feed(&deframer, [flag, 0, 0, UInt8(length >> 8), UInt8(length & 255)]) { _ in }
        }
        let slack = 10 + Limits.codingOverhead
        try begin(1, 10_240 + slack)
        #expect(throws: RPCError.self) { try begin(1, 10_240 + slack + 1) }
        #expect(throws: RPCError.self) { try begin(0, 10_241) }
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
