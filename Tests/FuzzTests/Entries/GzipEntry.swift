import UsherRPC

@testable import UsherHTTP2

/// Whatever bytes say that they are gzip give one message within its limit or an error, and never more memory than they
/// may; what we compress comes back.
enum GzipEntry {
    static func run(_ input: [UInt8]) throws {
        var source = ByteSource(input)
        let limit = [0, 1, 100, 5_000, 1 << 20][source.number(below: 5)]
        let piece = [64, 1 << 10, 64 << 10][source.number(below: 3)]
        let bytes = source.remainder()
        if let message = try inflate(bytes, limit, piece) {
            try require(message.count <= limit, "\(message.count) bytes come out, over the limit of \(limit)")
            try require(try inflate(bytes, limit, 100) == message, "the size of a piece changes the message")
            try require(try inflate(bytes + [0], limit, piece) == nil, "a byte behind the member is overlooked")
            try require(try inflate(bytes.dropLast(), limit, piece) == nil, "the last byte is not missed")
        }
        guard let packed = Gzip.Deflater().compress(bytes) else { return }
        try require(packed.count < bytes.count, "compression makes \(bytes.count) bytes \(packed.count)")
        try require(try inflate(packed, bytes.count, piece) == bytes, "compressed bytes come back as others")
        try require(try inflate(packed, bytes.count - 1, piece) == nil, "a message over the limit is taken")
    }

    /// nil if it was refused.
    private static func inflate(_ bytes: some Sequence<UInt8>, _ limit: Int, _ piece: Int) throws -> [UInt8]? {
        let scratch = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: piece)
        defer { scratch.deallocate() }
        let inflater = Gzip.Inflater()
        var inflation = Inflation(Array(bytes), limit: limit)
        do throws(RPCError) {
            while true {
                if let message = try inflation.step(inflater, scratch) { return message }
            }
        } catch {
            try require([.internal, .resourceExhausted].contains(error.code), "\(error)")
            try require(inflation.produced <= limit + 1, "more than a byte over the limit is decompressed")
            try require(inflation.memory <= limit, "memory of \(inflation.memory) bytes is taken for nothing")
            return nil
        }
    }
}
