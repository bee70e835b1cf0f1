import UsherRPC

/// The way of a client to the gateway in the same process.
final class TestTransport: ClientTransport {
    private let link: TestLink
    private let conductor: Conductor
    private let lease: ConductorLease

    init(_ link: TestLink, _ lease: ConductorLease) {
        self.link = link
        self.lease = lease
        conductor = link.conductor
    }

    deinit {
        close()
    }

    var loop: (any ClientLoop)? { conductor }

    func unary(
        _ path: String, _ message: [UInt8], metadata: Metadata, options: CallOptions
    ) async throws(RPCError) -> UnaryReply {
        let conductor = conductor
        let handle = TestCallHandle(link, path, message, metadata, options, .one)
        let result: Result<UnaryReply, RPCError> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                handle.withCall { call in
                    call.onReply = { conductor.wake(continuation, $0) }
                    call.deliver()
                }
            }
        } onCancel: {
            handle.cancel()
        }
        conductor.arrived()
        return try result.get()
    }

    func serverStream(
        _ path: String, _ message: [UInt8], metadata: Metadata, options: CallOptions
    ) -> any ClientStream {
        TestStream(TestCallHandle(link, path, message, metadata, options, .many), lease)
    }

    func stream(
        _ path: String, reply: ClientCallMachine.Reply, metadata: Metadata, options: CallOptions
    ) -> any ClientDuplexStream {
        TestStream(TestCallHandle(link, path, nil, metadata, options, reply), lease)
    }

    func networkChanged() {
        let link = link
        conductor.post { link.networkChanged() }
    }

    func suspend() {
        let link = link
        conductor.post { link.suspend() }
    }

    func close() {
        let link = link
        conductor.post { link.close() }
    }
}
