import UsherRPC

/// What is left of an error on its way through header fields.
enum StatusPassage {
    static func received(_ error: RPCError, trailers: Metadata) -> RPCError {
        var fields = Metadata()
        for entry in StatusTrailers.fields(error) { fields.add(entry.name, entry.value) }
        fields.add(trailers)
        guard var received = StatusTrailers.parse(fields) else { return error }
        var rest = Metadata()
        for entry in fields.entries where !entry.name.hasPrefix("grpc-") || entry.name == "grpc-retry-pushback-ms" {
            rest.add(entry.name, entry.value)
        }
        received.metadata = rest
        return received
    }
}
