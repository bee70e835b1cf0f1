internal import UsherCore
internal import UsherRPC
internal import UsherWire

extension SeatEvent {
    /// The event as one message that any number of streams can share.
    var framed: FramedMessage { FramedMessage(encoded()) }
}

extension RoomEvent {
    /// The event as one message that any number of streams can share.
    var framed: FramedMessage { FramedMessage(encoded()) }
}

extension FramedMessage {
    /// The message without its prefix.
    var message: [UInt8] { Array(bytes.dropFirst(5)) }
}
