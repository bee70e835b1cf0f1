import UsherRPC

/// One WatchSeats stream between a simulated client and the gateway.
///
/// Its first event always arrives first, and once: a delta does not carry its epoch, so nobody could notice that the
/// snapshot of another epoch before it is missing. Everything after it may be lost, repeated and overtaken.
final class SimulatedStream {
    let client: Int
    let id: Int
    /// The gateway's end; nil until the gateway took it.
    var channel: SimulatedChannel?
    /// The client takes nothing more before this.
    var windowOpensAt: Int64 = 0
    /// Nothing goes through any more, in neither direction, and nobody is told.
    var isDead = false
    /// The gateway heard that the client left it.
    var isLeft = false
    /// No event has left for the client yet.
    var isFresh = true
    /// When the last event arrives that is on its way: the next comes later.
    var arrivesAt: Int64 = 0
    /// The end is on its way to the client.
    var isEnding = false

    init(client: Int, id: Int) {
        self.client = client
        self.id = id
    }
}
