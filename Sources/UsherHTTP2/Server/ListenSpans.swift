/// How often the open streams of one connection want their peer to be heard: the shortest span counts.
struct ListenSpans {
    /// Streams by the span that they asked for.
    private var counts: [Int64: Int] = [:]
    /// Nanoseconds; nil if no stream asks.
    private(set) var shortest: Int64?

    mutating func add(_ span: Int64) {
        counts[span, default: 0] += 1
        shortest = min(span, shortest ?? span)
    }

    mutating func remove(_ span: Int64) {
        guard let count = counts[span] else { return }
        counts[span] = count > 1 ? count - 1 : nil
        if count == 1, span == shortest { shortest = counts.keys.min() }
    }
}
