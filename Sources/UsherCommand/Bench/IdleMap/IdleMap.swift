import Usher

/// A watched map with its hall, and nobody who looks at it.
final class IdleMap: Sendable {
    private let map: SeatMap

    init(_ showID: String, _ client: UsherClient) {
        map = client.seatMap(showID)
    }

    var isReady: Bool { map.hall != nil }
}
