import Foundation

/// Lines of a pipe or of standard input, read by a thread of its own: reading blocks, and tasks must not.
struct InputLines: Sendable {
    private let stream: AsyncStream<String>

    /// Reads to the end of `handle`. Lines wait until they are asked for; peers of ours print some hundreds. `filter`
    /// sees each line first, on the reading thread, and may keep it for itself by returning true.
    init(_ handle: FileHandle, filter: @escaping @Sendable (String) -> Bool = { _ in false }) {
        let (stream, continuation) = AsyncStream.makeStream(of: String.self)
        self.stream = stream
        Thread.detachNewThread {
            var rest = Data()
            while true {
                let piece = handle.availableData
                if piece.isEmpty { break }
                rest.append(piece)
                while let end = rest.firstIndex(of: 10) {
                    let line = String(decoding: rest[..<end], as: UTF8.self)
                    rest = Data(rest[rest.index(after: end)...])
                    if !filter(line) { continuation.yield(line) }
                }
            }
            if !rest.isEmpty { continuation.yield(String(decoding: rest, as: UTF8.self)) }
            continuation.finish()
        }
    }

    /// nil after the last one. For one task at a time.
    func next() async -> String? {
        var iterator = stream.makeAsyncIterator()
        return await iterator.next()
    }
}
