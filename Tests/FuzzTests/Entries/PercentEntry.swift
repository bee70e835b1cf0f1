@testable import UsherRPC

/// Text survives `grpc-message`, travels as printable ASCII, and no escape however broken stops the decoder.
enum PercentEntry {
    static func run(_ input: [UInt8]) throws {
        let text = String(decoding: input, as: UTF8.self)
        let encoded = PercentCoding.encode(text)
        try require(encoded.utf8.allSatisfy { (0x20...0x7E).contains($0) }, "not printable: '\(encoded)'")
        try require(encoded.utf8.first != 0x20 && encoded.utf8.last != 0x20, "a space at an end of '\(encoded)'")
        try require(Array(PercentCoding.decode(encoded).utf8) == Array(text.utf8), "'\(text)' does not come back")
        let decoded = PercentCoding.decode(text)
        // Repair of bad UTF-8 makes three bytes of one.
        try require(decoded.utf8.count <= text.utf8.count * 3, "'\(text)' grows")

        var source = ByteSource(input)
        guard let code = StatusCode(rawValue: source.number(below: 17)), code != .ok else { return }
        let error = RPCError(
            code, String(decoding: source.chunk(), as: UTF8.self), details: source.isEmpty ? nil : source.chunk())
        var trailers = Metadata()
        for field in StatusTrailers.fields(error) { trailers.add(field.name, field.value) }
        let back = StatusTrailers.parse(trailers)
        try require(back?.code == error.code, "\(error) comes back as \(String(describing: back))")
        let message = Array(error.message.utf8)
        let arrived = Array((back?.message ?? "").utf8)
        // Long ones are cut, between two characters.
        try require(message.starts(with: arrived), "'\(error.message)' arrives as \(arrived)")
        try require(arrived.count >= min(message.count, Limits.maxMessageText - 3), "too much is cut: \(error.message)")
        try require(back?.details == error.details, "details change: \(error)")
    }
}
