@testable import UsherHTTP2
@testable import UsherRPC

/// Where a body is cut on its way does not matter, to the reader or the writer.
enum MessageEntry {
    static func run(_ input: [UInt8]) throws {
        var source = ByteSource(input)
        let limit = [0, 1, 16, 1 << 10, 1 << 20][source.number(below: 5)]
        let encoding: MessageEncoding = source.byte() & 1 == 0 ? .identity : .gzip
        let cuts = source.bytes(4)
        let body = source.remainder()

        let whole = Outcome(of: [body[...]], limit, encoding)
        let pieces = Outcome(of: cut(body, cuts), limit, encoding)
        try require(whole.messages == pieces.messages, "cutting \(cuts) changes the messages")
        try require(whole.error == pieces.error, "cutting \(cuts) changes the error")
        try require(whole.isAtBoundary == pieces.isAtBoundary, "cutting \(cuts) changes the end")
        let most = limit + limit / 1_024 + UsherRPC.Limits.codingOverhead
        try require(
            whole.messages.allSatisfy { $0.bytes.count <= ($0.isCompressed ? most : limit) },
            "a message over the limit of \(limit)")
        try require(max(whole.mostHeld, pieces.mostHeld) <= most + 5, "more is held than a message may have")

        try writing(whole.messages, cuts)
    }

    /// What the queue of a stream gives out is what was put in, however small the window.
    private static func writing(_ messages: [CodedMessage], _ cuts: [UInt8]) throws {
        var queue = OutputQueue()
        for (index, message) in messages.enumerated() {
            if index % 2 == 0 || message.isCompressed {
                queue.append(message)
            } else {
                queue.append(FramedMessage(message.bytes))
            }
        }
        var written: [UInt8] = []
        var turn = 0
        while !queue.isEmpty {
            let room = 1 + Int(cuts.isEmpty ? 63 : cuts[turn % cuts.count])
            turn += 1
            let before = queue.count
            let piece = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
                count = queue.read(into: buffer.baseAddress!, room)
            }
            try require(!piece.isEmpty && queue.count == before - piece.count, "the queue loses count")
            written += piece
        }
        try require(
            written == messages.flatMap { WireBytes.message($0.bytes, flag: $0.isCompressed ? 1 : 0) },
            "messages change in the queue")
        let back = Outcome(of: cut(written, cuts), 1 << 20, .gzip)
        try require(back.messages == messages && back.error == nil && back.isAtBoundary, "messages do not come back")
    }

    private static func cut(_ body: [UInt8], _ cuts: [UInt8]) -> [ArraySlice<UInt8>] {
        var pieces: [ArraySlice<UInt8>] = []
        var rest = body[...]
        while !rest.isEmpty {
            let count = cuts.isEmpty ? 1 : Int(cuts[pieces.count % cuts.count]) % 32 + 1
            pieces.append(rest.prefix(count))
            rest = rest.dropFirst(count)
        }
        return pieces
    }

    private struct Outcome {
        var messages: [CodedMessage] = []
        var error: RPCError?
        var isAtBoundary = true
        var mostHeld = 0

        init(of pieces: [ArraySlice<UInt8>], _ limit: Int, _ encoding: MessageEncoding) {
            var deframer = MessageDeframer(maxMessageBytes: limit, encoding: encoding)
            var received: [CodedMessage] = []
            do {
                for piece in pieces {
                    try piece.withUnsafeBytes { try deframer.append($0) { received.append($0) } }
                    mostHeld = max(mostHeld, deframer.unfinishedBytes)
                }
            } catch {
                self.error = error as? RPCError
            }
            messages = received
            isAtBoundary = deframer.isAtBoundary
        }
    }
}
