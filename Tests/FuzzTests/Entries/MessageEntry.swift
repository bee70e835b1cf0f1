import UsherRPC

@testable import UsherHTTP2

/// Where a body is cut on its way does not matter, to the reader or the writer.
enum MessageEntry {
    static func run(_ input: [UInt8]) throws {
        var source = ByteSource(input)
        let limit = [0, 1, 16, 1 << 10, 1 << 20][source.number(below: 5)]
        let cuts = source.bytes(4)
        let body = source.remainder()

        let whole = Outcome(of: [body[...]], limit)
        let pieces = Outcome(of: cut(body, cuts), limit)
        try require(whole.messages == pieces.messages, "cutting \(cuts) changes the messages")
        try require(whole.error == pieces.error, "cutting \(cuts) changes the error")
        try require(whole.isAtBoundary == pieces.isAtBoundary, "cutting \(cuts) changes the end")
        try require(whole.messages.allSatisfy { $0.count <= limit }, "a message over the limit of \(limit)")
        try require(max(whole.mostHeld, pieces.mostHeld) <= limit + 5, "more is held than a message may have")

        try writing(whole.messages, cuts)
    }

    /// What the queue of a stream gives out is what was put in, however small the window.
    private static func writing(_ messages: [[UInt8]], _ cuts: [UInt8]) throws {
        var queue = OutputQueue()
        for (index, message) in messages.enumerated() {
            if index % 2 == 0 { queue.append(message: message) } else { queue.append(FramedMessage(message)) }
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
        try require(written == messages.flatMap { FramedMessage($0).bytes }, "messages change in the queue")
        let back = Outcome(of: cut(written, cuts), 1 << 20)
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
        var messages: [[UInt8]] = []
        var error: RPCError?
        var isAtBoundary = true
        var mostHeld = 0

        init(of pieces: [ArraySlice<UInt8>], _ limit: Int) {
            var deframer = MessageDeframer(maxMessageBytes: limit)
            var received: [[UInt8]] = []
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
