import UsherRPC

/// A call as threads other than the conductor's hold it: everything they want of it is posted there, in their order.
///
/// Guard: `call` is set and read on the conductor's thread alone.
final class TestCallHandle: @unchecked Sendable {
    private let conductor: Conductor
    private var call: TestCall?

    init(
        _ link: TestLink, _ path: String, _ request: [UInt8]?, _ metadata: Metadata, _ options: CallOptions,
        _ reply: ClientCallMachine.Reply
    ) {
        conductor = link.conductor
        conductor.post { self.call = link.start(path, request, metadata, options, reply) }
    }

    func withCall(_ body: @escaping @Sendable (TestCall) -> Void) {
        conductor.post {
            // The first thing posted made it.
            if let call = self.call { body(call) }
        }
    }

    func cancel() {
        withCall { $0.cancel() }
    }
}
