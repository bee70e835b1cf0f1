import UsherRPC

/// A call on the client under any order of events: one end, which nothing changes, and OK only if the peer said so.
enum ReplyEntry {
    static func run(_ input: [UInt8]) throws {
        var source = ByteSource(input)
        let isOne = source.byte() & 1 == 0
        var machine = ClientCallMachine(reply: isOne ? .one : .many, maxReplyBytes: 1 << 16)
        var end: ClientCallMachine.End?
        var messages = 0
        var saidOK = false
        while !source.isEmpty {
            switch source.number(below: 8) {
            case 0, 1, 2:
                let endsStream = source.byte() & 1 == 1
                let fields = FieldSource.metadata(&source)
                if endsStream, fields["grpc-status"] == "0" { saidOK = true }
                machine.receive(fields: fields, endsStream: endsStream)
            case 3, 4, 5:
                let bytes = source.chunk()
                bytes.withUnsafeBytes { machine.receive(body: $0) { _ in messages += 1 } }
            case 6: machine.receiveEnd()
            default: machine.receiveClose(code: UInt32(source.byte()), expired: source.byte() & 1 == 1)
            }
            if let end { try require(machine.end == end, "the end \(end) becomes \(String(describing: machine.end))") }
            end = machine.end
        }
        machine.receiveClose(code: 0, expired: false)
        guard let end = machine.end else { throw PropertyFailure(description: "a closed stream leaves its call open") }
        switch end {
        case .ok:
            try require(saidOK, "OK, though the peer did not say so")
            try require(!isOne || messages == 1, "OK with \(messages) replies to a unary call")
        case .failed(let error): try require(error.code != .ok, "a failure with OK")
        case .neverProcessed: try require(machine.headers == nil && messages == 0, "an answered call is sent again")
        }
    }
}
