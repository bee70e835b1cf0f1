import UsherCore

/// A client's source of chance as a generator.
struct RuntimeGenerator: RandomNumberGenerator {
    let runtime: ClientRuntime

    func next() -> UInt64 { runtime.random() }
}
