import Synchronization
import UsherRPC

/// A call with a stream of requests that opens with a token. It is not repeated by itself: what was sent is gone.
final class AuthorizedDuplexStream: ClientDuplexStream {
    private let opening: StreamOpening<any ClientDuplexStream>

    init(_ opening: StreamOpening<any ClientDuplexStream>) {
        self.opening = opening
    }

    deinit {
        opening.cancel()
    }

    var trailers: Metadata { opening.stream?.trailers ?? Metadata() }
    var wasCompressed: Bool { opening.stream?.wasCompressed ?? false }

    func headers() async throws(RPCError) -> Metadata { try await opening.opened().stream.headers() }

    func next() async throws(RPCError) -> [UInt8]? { try await opening.opened().stream.next() }

    func send(_ message: [UInt8], compressed: Bool) async throws(RPCError) -> Bool {
        try await opening.opened().stream.send(message, compressed: compressed)
    }

    func finishSending() {
        if let stream = opening.stream { return stream.finishSending() }
        Task { [opening] in
            // Without a stream there is nothing to finish; whoever reads hears why.
            if case .success(let (stream, _)) = await opening.outcome { stream.finishSending() }
        }
    }

    func cancel() { opening.cancel() }
}
