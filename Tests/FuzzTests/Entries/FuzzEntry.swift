/// What is fuzzed. An entry takes any bytes, and throws `PropertyFailure` when they break a property; a trap or a
/// sanitizer's report is a failure as well.
enum FuzzEntry: String, CaseIterable {
    /// A hostile client against a real server connection.
    case server
    /// A hostile server against a real channel.
    case client
    /// A request's head and the judgement on it.
    case head
    /// The life of a call on the server.
    case call
    /// The life of a call on the client.
    case reply
    /// Messages cut out of a body, and bodies made of messages.
    case message
    /// Compressed messages.
    case gzip
    /// `grpc-timeout`.
    case timeout
    /// `-bin` metadata and base64.
    case base64
    /// `grpc-message`.
    case percent
    /// Every published message as protobuf.
    case proto
    /// Every published message as JSON.
    case json
    /// Reflection's request and what is looked up for it.
    case reflection
    /// Files of the client's map cache.
    case cache

    /// The entry's function with whatever it keeps between inputs. To be called on the thread that made it.
    func make() throws -> ([UInt8]) throws -> Void {
        switch self {
        case .server: try ServerRig().run
        case .client: try ClientRig().run
        case .head: HeadEntry.run
        case .call: CallEntry.run
        case .reply: ReplyEntry.run
        case .message: MessageEntry.run
        case .gzip: GzipEntry.run
        case .timeout: TimeoutEntry.run
        case .base64: Base64Entry.run
        case .percent: PercentEntry.run
        case .proto: ProtoEntry.run
        case .json: JSONEntry.run
        case .reflection: ReflectionEntry.run
        case .cache: KeptMapEntry.run
        }
    }
}
