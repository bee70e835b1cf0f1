import Synchronization
import Usher

/// What the tutorial's app draws on: it remembers what it was told.
final class TutorialScreen: Sendable {
    private struct State {
        var seats: [Int: UInt8] = [:]
        var points: [Int: MapPoint] = [:]
        var messages: [String] = []
        var connection: MapConnection?
    }

    private let state = Mutex(State())

    var seats: [Int: UInt8] { state.withLock { $0.seats } }
    var points: [Int: MapPoint] { state.withLock { $0.points } }
    var messages: [String] { state.withLock { $0.messages } }
    var connection: MapConnection? { state.withLock { $0.connection } }

    func paint(seat: Int, at point: MapPoint, _ seatState: UInt8) {
        state.withLock { state in
            state.seats[seat] = seatState
            state.points[seat] = point
        }
    }

    func repaint(seat: Int, _ seatState: UInt8) {
        state.withLock { $0.seats[seat] = seatState }
    }

    func say(_ message: String) {
        state.withLock { $0.messages.append(message) }
    }

    func show(_ connection: MapConnection) {
        state.withLock { $0.connection = connection }
    }
}
