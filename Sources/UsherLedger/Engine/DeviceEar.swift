import Synchronization
import UsherCore

/// When one device's calls were heard last: written by whoever answers them, read by the ledger's thread when it judges.
final class DeviceEar: Sendable {
    private let nanoseconds: Atomic<Int64>

    init(heardAt: Timestamp) {
        nanoseconds = Atomic(heardAt.nanoseconds)
    }

    var heardAt: Timestamp { Timestamp(nanoseconds: nanoseconds.load(ordering: .acquiring)) }

    func hear(at time: Timestamp) {
        nanoseconds.max(time.nanoseconds, ordering: .acquiringAndReleasing)
    }
}
