import Synchronization
import UsherRPC

/// A server stream as its reader holds it. Letting go of it cancels the call.
final class CallStream: ClientStream {
    private let core: ChannelCore
    private let call: ClientCall
    private let seen = Mutex(Seen())

    /// What the reader knows of the call.
    private struct Seen {
        var trailers = Metadata()
        var wasCompressed = false
        /// A message could not be read: nothing follows it.
        var failure: RPCError?
    }

    init(core: ChannelCore, call: ClientCall) {
        self.core = core
        self.call = call
        core.reactor.post { [weak self] in
            call.onTrailers = { metadata in self?.seen.withLock { $0.trailers = metadata } }
            core.start(call)
        }
    }

    deinit {
        cancel()
    }

    var trailers: Metadata { seen.withLock { $0.trailers } }

    var wasCompressed: Bool { seen.withLock { $0.wasCompressed } }

    /// What the request's messages are compressed with.
    var encoding: MessageEncoding? { call.options.requestEncoding }

    func headers() async throws(RPCError) -> Metadata {
        let (core, call) = (core, call)
        let result: Result<Metadata, RPCError> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                core.reactor.post {
                    precondition(call.onHeaders == nil, "one task at a time waits for a stream's headers")
                    call.onHeaders = { continuation.resume(returning: $0) }
                    call.deliver()
                }
            }
        } onCancel: {
            core.reactor.post { core.cancel(call) }
        }
        return try result.get()
    }

    func next() async throws(RPCError) -> [UInt8]? {
        if let failure = seen.withLock({ $0.failure }) { throw failure }
        guard let message = try await nextCoded() else { return nil }
        seen.withLock { $0.wasCompressed = message.isCompressed }
        guard message.isCompressed else { return message.bytes }
        do throws(RPCError) {
            return try await CallCoding.plain(message, call.options)
        } catch {
            let (core, call) = (core, call)
            seen.withLock { $0.failure = error }
            core.reactor.post { core.fail(call, error) }
            throw error
        }
    }

    private func nextCoded() async throws(RPCError) -> CodedMessage? {
        let (core, call) = (core, call)
        let result: Result<CodedMessage?, RPCError> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                core.reactor.post {
                    precondition(call.onMessageOrEnd == nil, "one task at a time reads a stream")
                    call.onMessageOrEnd = { continuation.resume(returning: $0) }
                    call.deliver()
                }
            }
        } onCancel: {
            core.reactor.post { core.cancel(call) }
        }
        return try result.get()
    }

    /// Queues a message of a request that is a stream, or (nil) its end.
    func append(_ message: CodedMessage?) {
        let (core, call) = (core, call)
        core.reactor.post {
            if let message { call.body.append(message) } else { call.body.finish() }
            call.connection?.requestGrew(call)
        }
    }

    func cancel() {
        let (core, call) = (core, call)
        core.reactor.post { core.cancel(call) }
    }
}
