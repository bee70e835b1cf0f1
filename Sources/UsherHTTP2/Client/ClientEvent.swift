import UsherRPC

/// What a client session learned from the peer, in order.
enum ClientEvent {
    /// The peer's SETTINGS: with the first it speaks HTTP/2, with each it may allow more streams.
    case settings
    /// A whole block of header fields.
    case fields(stream: Int32, Metadata, endsStream: Bool)
    /// A block with more fields than are taken; the session resets the stream.
    case fieldsTooLarge(stream: Int32)
    case data(stream: Int32, [UInt8])
    /// END_STREAM on DATA.
    case dataEnded(stream: Int32)
    /// The request's headers were serialized.
    case sent(stream: Int32)
    /// The window took a piece of a request that is a stream.
    case taken(stream: Int32)
    /// The request can no longer be sent on this connection.
    case notSent(stream: Int32)
    case closed(stream: Int32, code: UInt32)
    case goAway(code: UInt32, text: String)
    /// The answer to the ping of that number.
    case pong(UInt64)
    /// The session said GOAWAY for a fault of the peer's and reads no more.
    case gaveUp(code: UInt32)
}
