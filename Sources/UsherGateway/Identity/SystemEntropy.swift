internal import Glibc

/// The system's generator, asked for many numbers at once: a call of the kernel for each half of a token's secret is a
/// notable part of a lock's cost. A copy would give out the same numbers again: it stays with its `SecretSource`.
struct SystemEntropy: RandomNumberGenerator, Sendable {
    /// Taken from the end.
    private var words: [UInt64] = []

    mutating func next() -> UInt64 {
        if words.isEmpty { fill() }
        // Without the kernel's call (a filter may forbid it) the runtime has other ways.
        guard let word = words.popLast() else {
            var system = SystemRandomNumberGenerator()
            return system.next()
        }
        return word
    }

    private mutating func fill() {
        words = [UInt64](unsafeUninitializedCapacity: Limits.entropyWords) { buffer, count in
            let size = Limits.entropyWords * MemoryLayout<UInt64>.size
            count = getentropy(buffer.baseAddress!, size) == 0 ? Limits.entropyWords : 0
        }
    }
}
