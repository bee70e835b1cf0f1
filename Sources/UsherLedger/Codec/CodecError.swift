/// Stored bytes that cannot be what was written.
struct CodecError: Error, Equatable {
    var message: String

    init(_ message: String) {
        self.message = message
    }
}
