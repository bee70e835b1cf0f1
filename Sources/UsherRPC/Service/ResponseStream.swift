/// The messages of a call's reply.
public protocol ResponseStream: AnyObject, Sendable {
    /// Sends one message (without prefix); returns once the client's window took it, so that producers are held back.
    /// Loop only. `compressed` asks that the message travel compressed, as far as the method
    /// (`Method.replyCompression`) and the client allow.
    func send(_ message: [UInt8], compressed: Bool) async throws(RPCError)
    /// Sends the response headers now rather than with the first message.
    func sendHeaders()
    /// Called once, on the loop, when the connection that carries the call begins to go, at once if it does already: a
    /// handler that would run for long can end in good order. Set it in the handler.
    func onGoingAway(_ body: @escaping @Sendable (GoingAway) -> Void)
}

extension ResponseStream {
    /// Sends one message as it is.
    public func send(_ message: [UInt8]) async throws(RPCError) {
        try await send(message, compressed: false)
    }
}
