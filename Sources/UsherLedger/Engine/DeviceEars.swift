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

    private let ears = Mutex<[Place: DeviceEar]>([:])

    /// True if the device was heard; false says nothing about it.
    func hear(_ place: Place, at time: Timestamp) -> Bool {
        ears.withLock { ears in
            guard let ear = ears[place] else { return false }
            ear.hear(at: time)
            return true
        }
    }

    /// nil where there are as many as there may be.
    func open(_ place: Place, heardAt: Timestamp) -> DeviceEar? {
        ears.withLock { ears in
            if let ear = ears[place] {
                ear.hear(at: heardAt)
                return ear
            }
            guard ears.count < Limits.deviceEars else { return nil }
            let ear = DeviceEar(heardAt: heardAt)
            ears[place] = ear
            return ear
        }
    }

    func close(_ place: Place) {
        ears.withLock { $0[place] = nil }
    }

    var count: Int { ears.withLock { $0.count } }
}
