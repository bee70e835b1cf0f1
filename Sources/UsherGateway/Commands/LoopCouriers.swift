internal import Synchronization
internal import UsherRPC

/// The couriers to the server's loops, made when they are first asked for.
final class LoopCouriers: Sendable {
    private let couriers = Mutex<[ObjectIdentifier: LoopCourier]>([:])

    func courier(to loop: any EventLoop) -> LoopCourier {
        couriers.withLock { couriers in
            let id = ObjectIdentifier(loop)
            if let known = couriers[id] { return known }
            let courier = LoopCourier(loop)
            couriers[id] = courier
            return courier
        }
    }
}
