/// One call as its client sees it: response headers, messages and an end, from whatever the peer sends. No I/O.
///
/// Whatever arrives, the call gets exactly one end; what comes after it is ignored.
public struct ClientCallMachine: Sendable {
    /// How many messages the reply has.
    public enum Reply: Sendable {
        case one
        case many
    }

    /// The call's end.
    public enum End: Sendable, Equatable {
        /// Status OK and, for a single reply, exactly one message.
        case ok
        case failed(RPCError)
        /// No server looked at the request: it may be sent again without asking anyone.
        case neverProcessed(RPCError)

        /// The error to show, nil for OK.
        public var error: RPCError? {
            switch self {
            case .ok: nil
            case .failed(let error), .neverProcessed(let error): error
            }
        }
    }

    private enum Phase {
        case waiting
        case body
    }

    private let reply: Reply
    private var phase = Phase.waiting
    private var deframer: MessageDeframer
    private var encoding = "identity"
    private var messages = 0
    /// The response headers without HTTP's and gRPC's own fields; nil before they came.
    public private(set) var headers: Metadata?
    /// The trailing metadata without gRPC's own fields.
    public private(set) var trailers = Metadata()
    /// nil while the call runs.
    public private(set) var end: End?

    public init(reply: Reply, maxReplyBytes: Int) {
        self.reply = reply
        deframer = MessageDeframer(maxMessageBytes: maxReplyBytes)
    }

    /// Bytes held of a message that is not complete.
    public var unfinishedBytes: Int { deframer.unfinishedBytes }

    // MARK: What the peer sends

    /// A HEADERS frame, whole: informational, response headers or trailers.
    public mutating func receive(fields: Metadata, endsStream: Bool) {
        guard end == nil else { return }
        switch phase {
        case .waiting: receiveResponse(fields, endsStream: endsStream)
        case .body:
            guard endsStream else { return fail(.internal, "the peer sent a second set of headers") }
            receiveTrailers(fields)
        }
    }

    /// A piece of the body; `complete` is called for each message that it finishes, compressed if it came so.
    public mutating func receive(body bytes: UnsafeRawBufferPointer, _ complete: (CodedMessage) -> Void) {
        guard end == nil else { return }
        guard phase == .body else { return fail(.internal, "the peer sent a body before its headers") }
        do throws(RPCError) {
            let before = messages
            var received = 0
            defer { messages = before + received }
            try deframer.append(bytes) { message in
                received += 1
                complete(message)
            }
        } catch {
            fail(explain(error))
        }
        if reply == .one, messages > 1, end == nil { fail(.unimplemented, "the peer sent a second reply") }
    }

    /// The body ended without trailers.
    public mutating func receiveEnd() {
        guard end == nil else { return }
        fail(.unknown, "the answer ended without a grpc-status")
    }

    /// The stream was closed: by RST_STREAM with `code`, or (NO_ERROR) without one. `expired` says whether the call's
    /// deadline has passed here: then the peer closed for that reason.
    public mutating func receiveClose(code: UInt32, expired: Bool) {
        guard end == nil else { return }
        let text = "the peer reset the stream with \(StreamReset.name(code))"
        if expired, code == StreamReset.cancelCode {
            fail(.deadlineExceeded, "the deadline passed")
        } else if code == StreamReset.refusedStream, phase == .waiting {
            end = .neverProcessed(RPCError(.unavailable, text))
        } else {
            fail(StreamReset.code(code), text)
        }
    }

    // MARK: What happens here

    /// The request never left, or the peer said that it did not look at it.
    public mutating func wasNeverProcessed(_ reason: String) {
        guard end == nil else { return }
        end = .neverProcessed(RPCError(.unavailable, reason))
    }

    /// The connection broke while the call ran: its outcome is unknown.
    public mutating func connectionBroke(_ reason: String) {
        fail(.unavailable, reason)
    }

    /// `reason` says what the call still waited for, if it was not the server's answer.
    public mutating func deadlinePassed(_ reason: String? = nil) {
        fail(.deadlineExceeded, reason ?? "the deadline passed")
    }

    public mutating func cancelled() {
        fail(.cancelled, "the caller cancelled the call")
    }

    /// The call was not even begun.
    public mutating func refused(_ error: RPCError) {
        if end == nil { end = .failed(error) }
    }

    /// A message came whole, and what it was compressed from cannot be had.
    public mutating func unreadable(_ error: RPCError) {
        if end == nil { end = .failed(error) }
    }

    /// More header fields than a client holds.
    public mutating func fieldsTooLarge() {
        fail(.resourceExhausted, "the peer sent more header fields than are taken")
    }

    private mutating func fail(_ code: StatusCode, _ message: String) {
        fail(RPCError(code, message))
    }

    private mutating func fail(_ error: RPCError) {
        guard end == nil else { return }
        var error = error
        error.isCommitted = headers != nil
        end = .failed(error)
    }

    // MARK: Headers

    private mutating func receiveResponse(_ fields: Metadata, endsStream: Bool) {
        guard let text = fields[":status"], let status = Int(text) else {
            return fail(.internal, "the peer sent headers without a :status")
        }
        // 100 Continue and its like announce nothing that a call waits for.
        if (100..<200).contains(status), !endsStream { return }
        // Trailers-Only: headers and trailers in one; a grpc-status counts whatever the HTTP status says.
        if endsStream, fields["grpc-status"] != nil { return receiveTrailers(fields) }
        guard status == 200 else {
            return fail(HTTPStatusMapping.code(status), "the peer answered with HTTP status \(status)")
        }
        let type = fields["content-type"] ?? ""
        guard ContentType.isGRPC(type) else {
            return fail(.unknown, "the peer answered with the content type '\(type)'")
        }
        if endsStream { return fail(.unknown, "the answer ended without a grpc-status") }
        encoding = fields["grpc-encoding"] ?? encoding
        // With one that is not understood, the first message that needs it ends the call.
        deframer = MessageDeframer(
            maxMessageBytes: deframer.maxMessageBytes, encoding: MessageEncoding(rawValue: encoding) ?? .identity)
        headers = Self.custom(fields)
        phase = .body
    }

    private mutating func receiveTrailers(_ fields: Metadata) {
        trailers = Self.custom(fields)
        if var error = StatusTrailers.parse(fields) {
            error.metadata = trailers
            fail(error)
        } else if !deframer.isAtBoundary {
            fail(.internal, "the answer ended inside a message")
        } else if reply == .one, messages != 1 {
            fail(.unimplemented, "the peer sent status OK without a reply")
        } else {
            end = .ok
        }
    }

    private static func custom(_ fields: Metadata) -> Metadata {
        var rest = Metadata()
        for entry in fields.entries where !isReserved(entry.name) { rest.add(entry.name, entry.value) }
        return rest
    }

    private static func isReserved(_ name: String) -> Bool {
        if name == RetryPushback.field { return false }
        return name.hasPrefix(":") || name.hasPrefix("grpc-") || name == "content-type"
    }

    private func explain(_ error: RPCError) -> RPCError {
        guard error == CompressionError.notAgreed, MessageEncoding(rawValue: encoding) == nil else { return error }
        return CompressionError.unknownReplyEncoding(encoding)
    }
}
