/// Every bound of this module, with its reason.
public enum Limits {
    /// One request message unless its method says otherwise: the contract's 1 MiB.
    public static let defaultMaxRequestBytes = 1 << 20

    // MARK: Client

    /// One reply message: the largest hall fits twice.
    public static let defaultMaxReplyBytes = 64 << 20
    /// Response header fields and trailers of one call: what a client takes from a server it did not choose.
    static let maxReplyFields = 128
    /// The sum of names, values and 32 bytes a field; status details of a hall with many faults are large.
    static let maxReplyFieldBytes = 256 << 10
    /// Attempts of one call whose stream no server ever looked at.
    static let maxTransparentAttempts = 5
}
