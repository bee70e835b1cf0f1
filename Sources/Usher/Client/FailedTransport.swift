import UsherRPC

/// The transport of a client whose process has no thread or descriptor left: every call fails with the reason.
struct FailedTransport: ClientTransport {
    let error: RPCError

    func unary(
        _ path: String, _ message: [UInt8], metadata: Metadata, options: CallOptions
    ) async throws(RPCError) -> UnaryReply {
        throw error
    }

    func serverStream(
        _ path: String, _ message: [UInt8], metadata: Metadata, options: CallOptions
    ) -> any ClientStream {
        FailedStream(error: error)
    }

    func stream(
        _ path: String, reply: ClientCallMachine.Reply, metadata: Metadata, options: CallOptions
    ) -> any ClientDuplexStream {
        FailedStream(error: error)
    }

    func close() {}

    private final class FailedStream: ClientDuplexStream {
        let error: RPCError
        let trailers = Metadata()
        let wasCompressed = false

        init(error: RPCError) {
            self.error = error
        }

        func headers() async throws(RPCError) -> Metadata { throw error }
        func next() async throws(RPCError) -> [UInt8]? { throw error }
        func send(_ message: [UInt8], compressed: Bool) async throws(RPCError) -> Bool { throw error }
        func finishSending() {}
        func cancel() {}
    }
}
