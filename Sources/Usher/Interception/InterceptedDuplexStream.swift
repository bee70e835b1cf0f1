import UsherRPC

/// A call with a stream of requests of which interceptors hear.
final class InterceptedDuplexStream: ClientDuplexStream {
    private let inner: any ClientDuplexStream
    private let watch: CallWatch

    init(_ inner: any ClientDuplexStream, _ watch: CallWatch) {
        self.inner = inner
        self.watch = watch
    }

    deinit {
        watch.end(InterceptedStream.cancelled)
    }

    var trailers: Metadata { inner.trailers }
    var wasCompressed: Bool { inner.wasCompressed }

    func headers() async throws(RPCError) -> Metadata { try await InterceptedStream.headers(inner, watch) }

    func next() async throws(RPCError) -> [UInt8]? { try await InterceptedStream.next(inner, watch) }

    func send(_ message: [UInt8], compressed: Bool) async throws(RPCError) -> Bool {
        do throws(RPCError) {
            return try await inner.send(message, compressed: compressed)
        } catch {
            watch.end(error)
            throw error
        }
    }

    func finishSending() { inner.finishSending() }

    func cancel() {
        inner.cancel()
        watch.end(InterceptedStream.cancelled)
    }
}
