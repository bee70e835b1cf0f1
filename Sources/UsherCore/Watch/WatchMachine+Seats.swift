/// A followed show.
public typealias SeatWatchMachine = WatchMachine<SeatMapReplica>

extension WatchMachine where Replica == SeatMapReplica {
    /// A map that was kept from before came after the machine was made. It is taken unless there is a map already: true
    /// then.
    public mutating func adopt(_ known: SeatMapReplica) -> Bool {
        guard replica.position.epoch.isEmpty, replica.states.isEmpty, !known.position.epoch.isEmpty else {
            return false
        }
        let told = replica.show
        replica = known
        // What the gateway has told of the show is newer.
        if let told { _ = replica.apply(.show(told)) }
        return true
    }

    /// The show's fields were read by a call of their own.
    public mutating func showRead(_ show: Show) -> [Directive] {
        guard replica.show != show, replica.apply(.show(show)) == .sideChanged else { return [] }
        return [.tell(.side(show))]
    }
}
