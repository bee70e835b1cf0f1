import UsherRPC

/// A call on the server under any order of events: the handler gets what was sent, once; the books are empty at the end.
enum CallEntry {
    static func run(_ input: [UInt8]) throws {
        var source = ByteSource(input)
        let isSingle = source.byte() & 1 == 0
        let limit = [0, 16, 1 << 20][source.number(below: 3)]
        let encoding: MessageEncoding = source.byte() & 1 == 0 ? .identity : .gzip
        var machine = ServerCallMachine(
            isSingle ? .single : .stream, maxRequestBytes: limit, encoding: encoding)
        var expected = Expectation(limit: limit, encoding)
        var starts = 0
        var failed = false
        var ended = false
        while !source.isEmpty {
            var intent = ServerCallMachine.Intent.nothing
            switch source.number(below: 8) {
            case 0, 1, 2:
                let bytes = source.chunk()
                intent = bytes.withUnsafeBytes { machine.receive($0) }
                if !ended, !failed { expected.receive(bytes) }
            case 3: intent = machine.receiveEnd()
            case 4:
                let message = machine.takeMessage()
                if let message { try require(expected.take() == message, "a message that was not sent, or twice") }
            case 5: _ = machine.beginResponse()
            case 6:
                let how = machine.finish()
                try require((how == .none) == ended, "the call ends \(ended ? "twice" : "silently")")
                ended = true
            default:
                try require(machine.lose() != ended, "the call is lost \(ended ? "after its end" : "without a word")")
                ended = true
            }
            switch intent {
            case .start(let message):
                starts += 1
                try require(isSingle && starts == 1 && !failed && !ended, "a handler starts that must not")
                try require(expected.take() == message, "the handler's message is another")
            case .fail:
                try require(!failed && !ended, "a call fails after its end")
                failed = true
            case .wake: try require(!isSingle && !ended, "nobody is there to be woken")
            case .nothing: break
            }
            try require(machine.heldBytes >= 0, "the books are negative")
            if failed || ended { try require(machine.heldBytes == 0, "a call that is over holds \(machine.heldBytes)") }
        }
    }

    /// What the machine must have read so far.
    private struct Expectation {
        var deframer: MessageDeframer
        var messages: [CodedMessage] = []
        var broken = false

        init(limit: Int, _ encoding: MessageEncoding) {
            deframer = MessageDeframer(maxMessageBytes: limit, encoding: encoding)
        }

        mutating func receive(_ bytes: [UInt8]) {
            guard !broken else { return }
            do {
                try bytes.withUnsafeBytes { try deframer.append($0) { messages.append($0) } }
            } catch {
                broken = true
            }
        }

        mutating func take() -> CodedMessage? {
            messages.isEmpty ? nil : messages.removeFirst()
        }
    }
}
