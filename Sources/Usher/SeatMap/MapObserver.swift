/// Somebody inside the library who follows a map's changes closely, as a selection does.
protocol MapObserver: AnyObject, Sendable {
    /// Called in order and never twice at a time, after the map's state stands; not at all once the observer was
    /// removed. The first update is a reset with all seats. What happens while a call runs is merged into the next.
    func mapChanged(_ update: SeatMapUpdate)
    /// The client was told that the network is another one.
    func networkChanged()
    /// The client was closed: nothing reaches the gateway any more. May come more than once.
    func shutDown()
}

extension MapObserver {
    func networkChanged() {}
    func shutDown() {}
}
