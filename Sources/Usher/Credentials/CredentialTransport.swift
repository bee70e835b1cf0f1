import UsherCore
import UsherRPC

/// Sends every call with a token. A call that is refused for its token's sake is sent once more with another: it was
/// refused, so nothing was done.
struct CredentialTransport: ClientTransport {
    private static let field = "authorization"

    private let inner: any ClientTransport
    private let tokens: TokenStore
    private let runtime: ClientRuntime

    init(_ inner: any ClientTransport, _ credentials: any CallCredentials, _ runtime: ClientRuntime) {
        self.inner = inner
        self.runtime = runtime
        tokens = TokenStore(credentials, runtime)
    }

    func unary(
        _ path: String, _ message: [UInt8], metadata: Metadata, options: CallOptions
    ) async throws(RPCError) -> UnaryReply {
        let began = runtime.now()
        var mayRepeat = true
        while true {
            let held = try await tokens.token(within: rest(options, began).timeout)
            do throws(RPCError) {
                return try await inner.unary(
                    path, message, metadata: Self.signed(metadata, held), options: rest(options, began))
            } catch {
                guard Self.isRefusal(error), mayRepeat, tokens.refused(held) else { throw error }
                mayRepeat = false
            }
        }
    }

    func serverStream(
        _ path: String, _ message: [UInt8], metadata: Metadata, options: CallOptions
    ) -> any ClientStream {
        let began = runtime.now()
        return AuthorizedStream(tokens) { [self] held in
            inner.serverStream(path, message, metadata: Self.signed(metadata, held), options: rest(options, began))
        } patience: { [self] in
            rest(options, began).timeout
        }
    }

    func stream(
        _ path: String, reply: ClientCallMachine.Reply, metadata: Metadata, options: CallOptions
    ) -> any ClientDuplexStream {
        let began = runtime.now()
        let opening = StreamOpening<any ClientDuplexStream>(tokens, patience: rest(options, began).timeout) {
            [self] held in
            inner.stream(path, reply: reply, metadata: Self.signed(metadata, held), options: rest(options, began))
        } cancel: {
            $0.cancel()
        }
        return AuthorizedDuplexStream(opening)
    }

    func networkChanged() { inner.networkChanged() }
    func suspend() { inner.suspend() }
    func resume() { inner.resume() }
    var loop: (any ClientLoop)? { inner.loop }
    func close() { inner.close() }

    /// True for a call that the gateway did not let in.
    static func isRefusal(_ error: RPCError) -> Bool { error.code == .unauthenticated && !error.isCommitted }

    private static func signed(_ metadata: Metadata, _ held: TokenStore.Held) -> Metadata {
        // Who brings a token of its own wants that one.
        guard metadata[field] == nil else { return metadata }
        var signed = metadata
        signed.add(field, "Bearer \(held.token.value)")
        return signed
    }

    /// What the waiting left of the call's time.
    private func rest(_ options: CallOptions, _ began: Int64) -> CallOptions {
        guard let timeout = options.timeout else { return options }
        var rest = options
        rest.timeout = max(0, timeout - (runtime.now() - began))
        return rest
    }
}
