import UsherRPC

/// A call as threads other than the conductor's hold it: everything they want of it is posted there.
///
/// Guard: the variables are touched on the conductor's thread alone.
final class TestCallHandle: @unchecked Sendable {
    private let conductor: Conductor
    private var call: TestCall?
    /// Wanted before the call was made: another thread's wishes may overtake its making.
    private var wishes: [(TestCall) -> Void] = []

    init(
        _ link: TestLink, _ path: String, _ request: [UInt8]?, _ metadata: Metadata, _ options: CallOptions,
        _ reply: ClientCallMachine.Reply
    ) {
        conductor = link.conductor
        conductor.post {
            let call = link.start(path, request, metadata, options, reply)
            self.call = call
            let wishes = self.wishes
            self.wishes = []
            for wish in wishes { wish(call) }
        }
    }

    func withCall(_ body: @escaping @Sendable (TestCall) -> Void) {
        conductor.post {
            if let call = self.call { body(call) } else { self.wishes.append(body) }
        }
    }

    func cancel() {
        withCall { $0.cancel() }
    }
}
