import UsherRPC

/// A call with a stream of requests as its user holds it. Letting go of it cancels the call.
final class DuplexCallStream: ClientDuplexStream {
    private let replies: CallStream
    private let gate: SendGate

    init(_ replies: CallStream, gate: SendGate) {
        self.replies = replies
        self.gate = gate
    }

    var trailers: Metadata { replies.trailers }

    func headers() async throws(RPCError) -> Metadata { try await replies.headers() }

    func next() async throws(RPCError) -> [UInt8]? { try await replies.next() }

    func cancel() { replies.cancel() }

    var wasCompressed: Bool { replies.wasCompressed }

    func send(_ message: [UInt8], compressed: Bool) async throws(RPCError) -> Bool {
        let coded = compressed && replies.encoding == .gzip ? await CallCoding.packed(message) : CodedMessage(message)
        guard try gate.enter(coded.bytes.count + 5) else { return false }
        replies.append(coded)
        await withTaskCancellationHandler {
            await gate.waitForRoom()
        } onCancel: {
            replies.cancel()
        }
        return try gate.check()
    }

    func finishSending() {
        if gate.finish() { replies.append(nil) }
    }
}
