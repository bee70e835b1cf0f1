import Synchronization
import UsherRPC

/// A stream as its reader holds it. Letting go of it cancels the call.
final class TestStream: ClientDuplexStream {
    private let handle: TestCallHandle
    private let conductor: Conductor
    /// Until the reader knows how it ended.
    private let lease: ConductorLease
    private let seen = Mutex(Metadata())

    init(_ handle: TestCallHandle, _ lease: ConductorLease) {
        self.handle = handle
        self.lease = lease
        conductor = lease.conductor
    }

    deinit {
        handle.cancel()
    }

    var trailers: Metadata { seen.withLock { $0 } }
    var wasCompressed: Bool { false }

    func headers() async throws(RPCError) -> Metadata {
        let (handle, conductor) = (handle, conductor)
        let result: Result<Metadata, RPCError> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                handle.withCall { call in
                    call.onHeaders = { conductor.wake(continuation, $0) }
                    call.deliver()
                }
            }
        } onCancel: {
            handle.cancel()
        }
        conductor.arrived()
        return try result.get()
    }

    func next() async throws(RPCError) -> [UInt8]? {
        let (handle, conductor) = (handle, conductor)
        let (result, trailers): (Result<[UInt8]?, RPCError>, Metadata) = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                handle.withCall { call in
                    call.onMessage = { conductor.wake(continuation, ($0, call.trailers)) }
                    call.deliver()
                }
            }
        } onCancel: {
            handle.cancel()
        }
        seen.withLock { $0 = trailers }
        conductor.arrived()
        return try result.get()
    }

    func send(_ message: [UInt8], compressed: Bool) async throws(RPCError) -> Bool {
        let (handle, conductor) = (handle, conductor)
        let end: Result<Void, RPCError>? = await withCheckedContinuation { continuation in
            handle.withCall { call in
                call.send(message)
                conductor.wake(continuation, call.end)
            }
        }
        conductor.arrived()
        guard let end else { return true }
        try end.get()
        return false
    }

    func finishSending() {
        handle.withCall { $0.finishSending() }
    }

    func cancel() {
        handle.cancel()
    }
}
