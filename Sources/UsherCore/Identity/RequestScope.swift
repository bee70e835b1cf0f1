/// The rpc that a request id belongs to: ids are scoped to tenant and rpc. Raw values are stored.
public enum RequestScope: UInt8, Sendable, Hashable, CaseIterable {
    case createShow = 1
    case lockSeats = 2
    case lockBestSeats = 3
    case changeLock = 4
    case renewLock = 5
    case confirmLock = 6
    case refundSale = 7
}
