import CNghttp2

/// What a connection says to a peer that nghttp2 gave up on.
extension ServerConnection {
    /// gRPC's own word: its clients ping half as often when they read it.
    static let tooManyPings = "too_many_pings"

    /// nghttp2 gave up on the peer at these bytes. It queues no GOAWAY for some of its reasons: ours says what it was.
    func refuse(_ error: Int, _ bytes: UnsafeBufferPointer<UInt8>) {
        switch Int32(error) {
        case NGHTTP2_ERR_FLOODED.rawValue: terminate(NGHTTP2_ENHANCE_YOUR_CALM, Self.tooManyPings)
        case NGHTTP2_ERR_TOO_MANY_CONTINUATIONS.rawValue:
            terminate(NGHTTP2_ENHANCE_YOUR_CALM, "a header block does not end")
        case NGHTTP2_ERR_BAD_CLIENT_MAGIC.rawValue:
            let speaksTLS = tls == nil && bytes.first == TLSSession.firstByte
            terminate(NGHTTP2_PROTOCOL_ERROR, speaksTLS ? "this port speaks HTTP/2 without TLS" : "this is not HTTP/2")
        default: terminate(NGHTTP2_PROTOCOL_ERROR, String(cString: nghttp2_strerror(Int32(error))))
        }
    }
}
