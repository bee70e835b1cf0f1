import UsherCore

/// A map as it is shown at one moment: the parts belong together.
struct MapView: WatchView {
    /// nil before the first map.
    var hall: LoadedHall?
    /// One byte a seat of `hall`; empty before the first map.
    var states: [UInt8]
    var position: Position
    var show: Show?
    var connection: MapConnection
}
