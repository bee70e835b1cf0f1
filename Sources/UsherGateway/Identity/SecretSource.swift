internal import Synchronization
internal import UsherCore

/// Where the secrets of tokens come from: the system's generator, or a seeded one in tests.
final class SecretSource: Sendable {
    private let generator: Mutex<any RandomNumberGenerator & Sendable>

    init(_ generator: any RandomNumberGenerator & Sendable) {
        self.generator = Mutex(generator is SystemRandomNumberGenerator ? SystemEntropy() : generator)
    }

    func next() -> TokenSecret {
        generator.withLock { TokenSecret(high: $0.next(), low: $0.next()) }
    }
}
