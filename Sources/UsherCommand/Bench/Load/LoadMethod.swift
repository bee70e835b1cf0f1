/// The rpcs that a load calls.
enum LoadMethod: Int, CaseIterable {
    case watchSeats, blockSeats, unblockSeats, lockSeats, releaseLock, getShow, checkHealth

    /// As HTTP's `:path`.
    var path: String {
        switch self {
        case .watchSeats: "/usher.v1.SeatService/WatchSeats"
        case .blockSeats: "/usher.v1.ShowService/BlockSeats"
        case .unblockSeats: "/usher.v1.ShowService/UnblockSeats"
        case .lockSeats: "/usher.v1.LockService/LockSeats"
        case .releaseLock: "/usher.v1.LockService/ReleaseLock"
        case .getShow: "/usher.v1.ShowService/GetShow"
        case .checkHealth: "/grpc.health.v1.Health/Check"
        }
    }
}
