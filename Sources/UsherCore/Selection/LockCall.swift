/// A call about a lock, whole: sent again it is the same call, with the same request id.
public enum LockCall: Sendable, Equatable {
    /// What a call is for, which is mostly one rpc.
    public enum Kind: Sendable, Hashable, CaseIterable {
        /// LockSeats, and LockBestSeats.
        case lock
        case change, renew, beginPayment, endPayment, confirm, release
        /// GetLock.
        case read
    }

    case lock(seats: [String], ttl: TimeSpan?)
    /// LockBestSeats.
    case lockBest(SeatQuery, ttl: TimeSpan?)
    case change(add: [String], remove: [String])
    case renew(ttl: TimeSpan?)
    case beginPayment
    case endPayment
    case confirm(orderRef: String)
    case release
    case read

    public var kind: Kind {
        switch self {
        case .lock, .lockBest: .lock
        case .change: .change
        case .renew: .renew
        case .beginPayment: .beginPayment
        case .endPayment: .endPayment
        case .confirm: .confirm
        case .release: .release
        case .read: .read
        }
    }

    /// Seats whose state the call decides: until it ended, nothing that the stream says of them is a loss. Of
    /// LockBestSeats nobody knows them before.
    func decides(_ code: String) -> Bool {
        switch self {
        case .lock(let seats, _): seats.contains(code)
        case .change(let add, let remove): add.contains(code) || remove.contains(code)
        case .lockBest, .renew, .beginPayment, .endPayment, .confirm, .release, .read: false
        }
    }
}
