import InteropMessages
import UsherRPC

/// What several methods do on request.
extension TestService {
    static func decode<Message: InteropMessage>(_ bytes: [UInt8], _ type: Message.Type) throws(RPCError) -> Message {
        do throws(MalformedMessage) {
            return try Message(decoding: bytes)
        } catch {
            throw RPCError(.internal, "the request is no \(error.type)")
        }
    }

    /// Sends back what the client asks to have echoed, as it came.
    static func echoMetadata(_ call: ServerCall) {
        call.response.addHeaders(call.metadata.only("x-grpc-test-echo-initial"))
        call.response.addTrailers(call.metadata.only("x-grpc-test-echo-trailing-bin"))
    }

    /// Ends the call with the status that the client asks for, if it does.
    static func echoStatus(_ status: EchoStatus?) throws(RPCError) {
        guard let status, status.code != 0 else { return }
        throw RPCError(StatusCode(rawValue: Int(status.code)) ?? .unknown, status.message)
    }

    /// Refuses a message that did not travel as its sender wants to have it seen.
    static func check(_ expected: Bool?, _ wasCompressed: Bool) throws(RPCError) {
        guard let expected, expected != wasCompressed else { return }
        throw RPCError(
            .invalidArgument,
            expected ? "the request is not compressed" : "the request is compressed, and should not be")
    }

    static func payload(_ type: Int32, _ size: Int32) throws(RPCError) -> Payload {
        guard type == 0 else { throw RPCError(.invalidArgument, "payload type \(type) is not supported") }
        guard (0...Payload.largest).contains(Int(size)) else {
            throw RPCError(.invalidArgument, "a payload has 0 to \(Payload.largest) bytes, not \(size)")
        }
        return Payload.zeros(Int(size))
    }

    static func pause(_ microseconds: Int32, on loop: any EventLoop) async throws(RPCError) {
        guard microseconds > 0 else { return }
        await withCheckedContinuation { done in
            loop.schedule(after: Int64(microseconds) * 1_000) { done.resume() }
        }
        if Task.isCancelled { throw RPCError(.cancelled, "the call has ended") }
    }
}

extension Metadata {
    /// The entries under `name`, in order.
    fileprivate func only(_ name: String) -> Metadata {
        var rest = Metadata()
        for value in values(name) { rest.add(name, value) }
        return rest
    }
}
