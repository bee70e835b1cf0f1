import UsherRPC

/// A server stream of which interceptors hear.
final class InterceptedStream: ClientStream {
    private let inner: any ClientStream
    private let watch: CallWatch

    init(_ inner: any ClientStream, _ watch: CallWatch) {
        self.inner = inner
        self.watch = watch
    }

    deinit {
        watch.end(Self.cancelled)
    }

    static let cancelled = RPCError(.cancelled, "the caller cancelled the call")

    var trailers: Metadata { inner.trailers }
    var wasCompressed: Bool { inner.wasCompressed }

    func headers() async throws(RPCError) -> Metadata { try await Self.headers(inner, watch) }

    func next() async throws(RPCError) -> [UInt8]? { try await Self.next(inner, watch) }

    func cancel() {
        inner.cancel()
        watch.end(Self.cancelled)
    }

    static func headers(_ stream: any ClientStream, _ watch: CallWatch) async throws(RPCError) -> Metadata {
        do throws(RPCError) {
            let headers = try await stream.headers()
            watch.opened()
            return headers
        } catch {
            watch.end(error)
            throw error
        }
    }

    static func next(_ stream: any ClientStream, _ watch: CallWatch) async throws(RPCError) -> [UInt8]? {
        do throws(RPCError) {
            let message = try await stream.next()
            if let message { watch.received(message) } else { watch.end(nil) }
            return message
        } catch {
            watch.end(error)
            throw error
        }
    }
}
