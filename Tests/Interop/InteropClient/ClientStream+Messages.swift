import InteropMessages
import UsherRPC

extension ClientStream {
    /// The payload sizes of all messages that are still to come, after a look at their bytes.
    func sizes() async throws -> [Int] {
        var sizes: [Int] = []
        while let size = try await size() { sizes.append(size) }
        return sizes
    }

    /// The payload size of the next message, or nil after the last.
    func size() async throws -> Int? {
        guard let bytes = try await next() else { return nil }
        let payload = try StreamingOutputCallResponse(decoding: bytes).payload ?? Payload()
        guard payload.isZeros(payload.body.count) else { throw Failure("a payload is not all zeros") }
        return payload.body.count
    }
}
