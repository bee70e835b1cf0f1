/// The answer to a request that is not gRPC.
public struct PlainAnswer: Sendable, Equatable {
    /// The HTTP status.
    public let status: Int
    /// Further header fields.
    public let fields: [Metadata.Entry]
    /// Plain text.
    public let body: String

    static let notFound = PlainAnswer(
        status: 404, fields: [], body: "This server speaks gRPC; there is nothing here.\n")
    static let methodNotAllowed = PlainAnswer(
        status: 405, fields: [Metadata.Entry(name: "allow", value: "POST")], body: "gRPC calls are POST requests.\n")
    static let unsupportedMediaType = PlainAnswer(
        status: 415, fields: [], body: "gRPC calls have the content type application/grpc.\n")
    static let headerFieldsTooLarge = PlainAnswer(
        status: 431, fields: [], body: "The request has too many header fields, or too large ones.\n")
}
