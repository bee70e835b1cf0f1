import Testing

@testable import UsherGateway

@Suite("Secrets from the system") struct SystemEntropyTests {
    @Test("no word is given out twice, neither of one fetch nor of the next, nor to another who asks")
    func words() {
        var one = SystemEntropy()
        _ = one.next()
        var other = SystemEntropy()
        var seen: Set<UInt64> = []
        for _ in 0..<10 * Limits.entropyWords { seen.formUnion([one.next(), other.next()]) }
        #expect(seen.count == 20 * Limits.entropyWords)
    }
}
