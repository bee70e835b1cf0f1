internal import Synchronization
internal import UsherLedger
internal import UsherRPC

/// The couriers to the server's loops, made when they are first asked for.
final class LoopCouriers: Sendable {
    private let ledger: any Ledger
    private let couriers = Mutex<[ObjectIdentifier: LoopCourier]>([:])

    init(to ledger: any Ledger) {
        self.ledger = ledger
    }

    func courier(to loop: any EventLoop) -> LoopCourier {
        couriers.withLock { couriers in
            let id = ObjectIdentifier(loop)
            if let known = couriers[id] { return known }
            let courier = LoopCourier(loop, ledger)
            couriers[id] = courier
            return courier
        }
    }
}
