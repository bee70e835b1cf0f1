import Usher
import UsherCore

/// What a watcher's screen shows, folded from the updates of its map. Pure.
struct LiveMap: Sendable {
    private(set) var show: Show?
    private(set) var hall: Hall?
    private(set) var states: [UInt8] = []
    private(set) var position: Position?
    private(set) var connection = MapConnection.connecting(attempt: 1)

    init(show: Show? = nil) {
        self.show = show
    }

    mutating func apply(_ update: SeatMapUpdate) {
        if update.isReset {
            hall = update.hall
            states = update.changes.map(\.state)
        } else {
            for change in update.changes where states.indices.contains(Int(change.seat)) {
                states[Int(change.seat)] = change.state
            }
        }
        position = update.position
        show = update.show ?? show
        connection = update.connection ?? connection
    }

    /// How the stream is before there is a map.
    mutating func wait(_ connection: MapConnection) {
        self.connection = connection
    }

    /// What stands around the map; `waited` is how long the stream's state has been as it is.
    func status(headers: [String], footer: String, waited: TimeSpan) -> MapStatus {
        var status = MapStatus(headers: headers, position: position, footer: footer)
        if let show, let hall { status.title = MapTitle.text(show, hall) }
        switch connection {
        case .live: status.connection = .live
        case .connecting(let attempt): status.connection = .connecting(attempt: attempt)
        case .waiting(let retryIn, _):
            let left = retryIn.nanoseconds - waited.nanoseconds
            status.connection = .waiting(seconds: Int(max(0, (left + 999_999_999) / 1_000_000_000)))
        case .polling: status.connection = .polling
        case .suspended, .failed: status.connection = .still
        }
        return status
    }

    /// `seq 42: A-1 locked, A-2 locked`, for logs.
    func line(_ changes: [SeatChange], _ position: Position) -> String {
        let words = changes.map { change -> String in
            let index = Int(change.seat)
            let code = hall.flatMap { $0.seats.indices.contains(index) ? $0.seats[index].code : nil } ?? "#\(index)"
            let state = SeatState(rawValue: change.state).map(SeatSigns.name) ?? "unknown"
            return "\(DisplayText.safe(code)) \(state)"
        }
        return "seq \(position.seq): \(words.joined(separator: ", "))"
    }
}
