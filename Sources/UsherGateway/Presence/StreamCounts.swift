internal import Synchronization
internal import UsherCore
internal import UsherLedger

/// How many streams are open with each token. Who has thousands open with one is no device.
final class StreamCounts: Sendable {
    struct Device: Hashable {
        var room: RoomRef
        var key: DeviceKey
    }

    private let counts = Mutex<[Device: Int]>([:])

    /// False if the device has as many as it may.
    func add(_ device: Device) -> Bool {
        counts.withLock { counts in
            let count = counts[device] ?? 0
            guard count < Limits.maxStreamsPerDevice else { return false }
            counts[device] = count + 1
            return true
        }
    }

    func remove(_ device: Device) {
        counts.withLock { counts in
            guard let count = counts[device] else { return }
            counts[device] = count > 1 ? count - 1 : nil
        }
    }

    var isEmpty: Bool { counts.withLock { $0.isEmpty } }
}
