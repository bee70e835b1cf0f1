import UsherRPC

/// What a call sends: its messages wait here until the server's window takes them. Belongs to the channel's loop.
final class RequestBody {
    private var output = OutputQueue()
    /// The request's only message, kept for the case that it must be sent again; nil for a stream.
    private var message: CodedMessage?
    /// nil for a single message, which nobody waits for.
    let gate: SendGate?
    /// No message follows.
    private(set) var isComplete: Bool
    /// True while nghttp2 waits to be told that there is more.
    var isDeferred = false
    /// A window took something.
    private(set) var wasTaken = false
    /// Bytes that a window took and that the gate was not told of.
    private var untold = 0

    /// A request of one message.
    init(_ message: CodedMessage) {
        self.message = message
        gate = nil
        isComplete = true
        output.append(message)
    }

    /// A request that is a stream.
    init(gate: SendGate) {
        message = nil
        self.gate = gate
        isComplete = false
    }

    /// The call has ended: nothing of it is sent any more.
    func close(_ end: ClientCallMachine.End) {
        output.removeAll()
        message = nil
        gate?.close(end)
    }

    /// True if all of it can be sent once more.
    var canRestart: Bool { message != nil || !wasTaken }

    /// Goes back to the beginning.
    func restart() {
        isDeferred = false
        guard wasTaken, let message else { return }
        wasTaken = false
        output.removeAll()
        output.append(message)
    }

    func append(_ message: CodedMessage) {
        output.append(message)
    }

    func finish() {
        isComplete = true
    }

    /// Moves up to `room` bytes to `out`; `isEnd` says that no more follow, ever.
    func read(into out: UnsafeMutablePointer<UInt8>, _ room: Int) -> (count: Int, isEnd: Bool) {
        let count = output.read(into: out, room)
        if count > 0 { wasTaken = true }
        if gate != nil { untold += count }
        return (count, output.isEmpty && isComplete)
    }

    /// Lets the sender go on if there is room now.
    func tellGate() {
        gate?.took(untold)
        untold = 0
    }
}
