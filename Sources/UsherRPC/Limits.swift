/// Every bound of this module, with its reason.
public enum Limits {
    /// One request message unless its method says otherwise: the contract's 1 MiB.
    public static let defaultMaxRequestBytes = 1 << 20
}
