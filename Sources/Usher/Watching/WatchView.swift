/// What is shown at one moment.
protocol WatchView {
    var connection: MapConnection { get }
}
