/// In which order a client tries the addresses of its gateways.
public enum AddressOrder: Sendable {
    /// Each client has an order of its own by chance, so that many clients share the load.
    case shuffled
    /// The first is used whenever it works; the others stand in for it.
    case asGiven
}
