/// The life of one call on the server: what arrived, what was answered, who ended it. Performs no I/O: the transport
/// tells it what happened and does what it says.
public struct ServerCallMachine: Sendable {
    /// How the request is read.
    public enum RequestKind: Sendable {
        /// Exactly one message, handed over when the request has ended.
        case single
        /// Any number, handed over as they arrive.
        case stream
    }

    /// What the transport must do after the request went on.
    public enum Intent: Sendable, Equatable {
        case nothing
        /// Run the handler with the request's only message.
        case start(CodedMessage)
        /// A message, or the end, is there for whoever waits for it.
        case wake
        /// End the call with this status.
        case fail(RPCError)
    }

    /// How the call must be ended on the wire.
    public enum Ending: Sendable, Equatable {
        /// It has ended already.
        case none
        /// One header block with the status.
        case trailersOnly
        /// Trailers after what was sent.
        case trailers
    }

    private enum Response { case untouched, begun, ended }

    private let kind: RequestKind
    private var deframer: MessageDeframer
    private var inbox = MessageInbox()
    private var requestFailed = false
    private var response = Response.untouched

    /// True once the client has sent its last byte.
    public private(set) var requestEnded = false

    /// `encoding` is what the client's head says of its compressed messages.
    public init(_ kind: RequestKind, maxRequestBytes: Int, encoding: MessageEncoding = .identity) {
        self.kind = kind
        deframer = MessageDeframer(maxMessageBytes: maxRequestBytes, encoding: encoding)
    }

    /// The largest request message taken, in bytes, after decompression.
    public var maxRequestBytes: Int { deframer.maxMessageBytes }

    // MARK: Request

    /// Bytes of the request held here: of an unfinished message and of messages nobody took.
    public var heldBytes: Int { deframer.unfinishedBytes + inbox.bytes }

    /// The length of the message that is being received; 0 if none is, or its length is not known yet.
    public var announcedBytes: Int { deframer.announcedBytes }

    /// True while a complete message of a stream waits to be taken.
    public var hasMessage: Bool { !inbox.isEmpty }

    /// Takes body bytes. After the call ended or failed they are dropped.
    public mutating func receive(_ bytes: UnsafeRawBufferPointer) -> Intent {
        guard response != .ended, !requestFailed else { return .nothing }
        let before = inbox.count
        do throws(RPCError) {
            try deframer.append(bytes) { inbox.append($0) }
        } catch {
            return fail(error)
        }
        switch kind {
        case .stream: return inbox.count > before ? .wake : .nothing
        case .single: return inbox.count > 1 ? fail(Self.notOneMessage) : .nothing
        }
    }

    /// The client has sent all that it will send.
    public mutating func receiveEnd() -> Intent {
        guard !requestEnded else { return .nothing }
        requestEnded = true
        guard response != .ended, !requestFailed else { return .nothing }
        guard deframer.isAtBoundary else {
            return fail(RPCError(.internal, "the request ended within a message"))
        }
        switch kind {
        case .stream: return .wake
        case .single:
            guard inbox.count == 1 else { return fail(Self.notOneMessage) }
            return .start(takeMessage()!)
        }
    }

    /// The next message of a stream that is there, if one is, compressed if it came so.
    public mutating func takeMessage() -> CodedMessage? { inbox.take() }

    private mutating func fail(_ error: RPCError) -> Intent {
        requestFailed = true
        dropRequest()
        return .fail(error)
    }

    private mutating func dropRequest() {
        // Nearly all calls end with nothing left.
        guard heldBytes > 0 || hasMessage else { return }
        inbox = MessageInbox()
        deframer = MessageDeframer(maxMessageBytes: deframer.maxMessageBytes, encoding: deframer.encoding)
    }

    private static let notOneMessage = RPCError(.unimplemented, "this method takes exactly one message")

    // MARK: Response

    /// True once an ending was sent or the call was lost.
    public var hasEnded: Bool { response == .ended }

    /// True once response headers were sent, or the call ended.
    public var hasBegun: Bool { response != .untouched }

    /// The handler sends headers or a message: true if the headers must be sent now. Nothing may be sent after the end.
    public mutating func beginResponse() -> Bool {
        guard response == .untouched else { return false }
        response = .begun
        return true
    }

    /// The call ends with a status of ours.
    public mutating func finish() -> Ending {
        defer {
            response = .ended
            dropRequest()
        }
        return switch response {
        case .untouched: .trailersOnly
        case .begun: .trailers
        case .ended: .none
        }
    }

    /// The call ends without a word: the client reset it, or the connection is gone. False if it had ended already.
    public mutating func lose() -> Bool {
        guard response != .ended else { return false }
        response = .ended
        dropRequest()
        return true
    }
}
