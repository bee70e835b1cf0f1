import Synchronization
import UsherCore

/// Devices whose sign of life changes nothing but its time: they are there, and the ledger's thread has found so by a
/// call of theirs. Further ones are taken down on the caller's thread, which spares each two wake-ups.
///
/// The ledger's thread opens and closes; what is closed hears nothing more. Whoever finds no ear asks the thread.
final class DeviceEars: Sendable {
    struct Place: Hashable {
        var room: RoomRef
        var device: DeviceKey
    }

    private struct State {
        var ears: [Place: DeviceEar] = [:]
        var isShut = false
    }

    private let state = Mutex(State())

    /// True if the device was heard; false says nothing about it.
    func hear(_ place: Place, at time: Timestamp) -> Bool {
        state.withLock { state in
            guard let ear = state.ears[place] else { return false }
            ear.hear(at: time)
            return true
        }
    }

    /// nil where there are as many as there may be.
    func open(_ place: Place, heardAt: Timestamp) -> DeviceEar? {
        state.withLock { state in
            if let ear = state.ears[place] {
                ear.hear(at: heardAt)
                return ear
            }
            guard !state.isShut, state.ears.count < Limits.deviceEars else { return nil }
            let ear = DeviceEar(heardAt: heardAt)
            state.ears[place] = ear
            return ear
        }
    }

    func close(_ place: Place) {
        state.withLock { $0.ears[place] = nil }
    }

    /// The ledger closes: nobody is heard any more without its thread, which turns them away.
    func shut() {
        state.withLock { $0 = State(isShut: true) }
    }

    var count: Int { state.withLock { $0.ears.count } }
}
