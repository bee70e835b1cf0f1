/// A call whose request is a stream as well: messages go out while replies come in.
///
/// One task at a time sends and one at a time reads; they may be two. Cancelling either task cancels the call, and so
/// does letting go of the stream.
public protocol ClientDuplexStream: ClientStream {
    /// Sends one message (without prefix). Returns once it is on its way and little enough waits for the server's
    /// window: a server that does not read holds its senders back.
    ///
    /// `compressed` is whether the message is compressed in the call's encoding (`CallOptions.requestEncoding`); without
    /// one it says nothing.
    ///
    /// False if the server ended the call with OK and wants no more; read on for what it answered. Throws the call's
    /// error once it has ended otherwise, and INTERNAL after `finishSending()`.
    @discardableResult
    func send(_ message: [UInt8], compressed: Bool) async throws(RPCError) -> Bool
    /// No message follows. The server sees the end of the request after what was sent before. Again: nothing.
    func finishSending()
}

extension ClientDuplexStream {
    /// Sends one message in the call's encoding.
    @discardableResult
    public func send(_ message: [UInt8]) async throws(RPCError) -> Bool {
        try await send(message, compressed: true)
    }

    /// Ends the request and waits for the reply of a call that has exactly one.
    public func reply() async throws(RPCError) -> UnaryReply {
        finishSending()
        guard let message = try await next() else {
            throw RPCError(.unimplemented, "the peer sent status OK without a reply")
        }
        let wasCompressed = wasCompressed
        return UnaryReply(
            message: message, headers: try await headers(), trailers: trailers, wasCompressed: wasCompressed)
    }
}
