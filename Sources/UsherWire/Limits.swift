/// Every bound of this target, with its reason.
enum Limits {
    /// What a decoded message may take in memory besides a factor of its bytes: room for small messages whose C structs
    /// are large.
    static let arenaBase = 64 * 1024
    /// The densest honest message (a list of two-letter seat codes) takes about 30 bytes of memory a byte. What takes
    /// more is made to take more.
    static let arenaFactor = 64
    /// A hall of 200,000 seats takes about 90 MB.
    static let arenaCap = 256 * 1024 * 1024
    /// Faults told of one message; the last says how many there are beyond. A hall of 200,000 bad codes must not answer
    /// with 20 MB.
    static let faults = 1_000
    /// Nesting of JSON values; the deepest message takes 6.
    static let jsonDepth = 32
    /// Bytes of one JSON text: a hall of 200,000 seats takes about 30 MB.
    static let jsonBytes = 128 * 1024 * 1024
    /// Details of one status; ours have at most three.
    static let statusDetails = 16
}
