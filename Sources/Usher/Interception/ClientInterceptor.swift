/// Sees every attempt of a client's calls: for headers of its own, logs and measures.
///
/// Interceptors are asked in their order before a call leaves, and told in the opposite order what became of it. They
/// see neither messages nor the client's tokens, cannot repeat or hold a call, and so cannot break the rules of request
/// ids. They run where the call runs: they must not block.
public protocol ClientInterceptor: Sendable {
    /// An attempt is about to leave: `call.metadata` may be added to. Names are lower-case `0-9 a-z _ - .` and do not
    /// begin with `grpc-`, values are printable ASCII; the call fails with INTERNAL otherwise.
    func willStart(_ call: inout InterceptedCall)
    /// Something happened to a call that left. Of one call, one event at a time; `.ended` is the last.
    func happened(_ event: CallEvent, to call: InterceptedCall)
}

extension ClientInterceptor {
    public func willStart(_ call: inout InterceptedCall) {}
    public func happened(_ event: CallEvent, to call: InterceptedCall) {}
}
