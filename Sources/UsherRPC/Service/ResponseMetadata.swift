/// A handler's own metadata for its answer. Loop only.
///
/// What cannot travel is left out: names other than `0-9 a-z _ - .`, names that gRPC keeps for itself, values outside
/// printable ASCII (use `Metadata.addBinary` under a `-bin` name). A handler may thus echo whatever a client sent.
public protocol ResponseMetadata: AnyObject, Sendable {
    /// Adds to the response headers, which leave with the first message or by `ResponseStream.sendHeaders()`, also if the
    /// call fails before its first message. Nothing once they have left.
    func addHeaders(_ metadata: Metadata)
    /// Adds to the trailers, which leave with the status, also OK. Nothing once the call has ended.
    func addTrailers(_ metadata: Metadata)
    /// Asks that the reply of a unary method travel compressed, as far as the method (`Method.replyCompression`) and the
    /// client allow. Of a stream each message says it for itself (`ResponseStream.send`).
    func compressReply()
}
