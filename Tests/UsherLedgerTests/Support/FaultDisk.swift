import CFaultDisk
import Synchronization

/// A disk in memory that a test can have as any power cut would have left it, or make fail.
///
/// Guard: the C side locks its own mutex in every call.
final class FaultDisk: @unchecked Sendable {
    enum Fault: Int32 {
        case none = 0, syncFails, writeFails, full
    }

    /// What SQLite knows it by.
    let name: String
    private let disk: OpaquePointer
    private static let count = Atomic<Int>(0)

    init() {
        name = Self.newName()
        disk = usher_disk_create(name)
    }

    private init(name: String, _ disk: OpaquePointer) {
        self.name = name
        self.disk = disk
    }

    deinit {
        usher_disk_free(disk)
    }

    private static func newName() -> String {
        "fault-disk-\(count.wrappingAdd(1, ordering: .relaxed).newValue)"
    }

    var operations: Int { Int(usher_disk_operations(disk)) }

    /// The operations that were syncs, by number.
    var syncs: [Int] { (0..<operations).filter { usher_disk_is_sync(disk, Int64($0)) != 0 } }

    /// The disk after a power cut that came when `operations` operations were done. With a seed, some of what was
    /// never synced is there too.
    func afterPowerCut(at operations: Int, seed: UInt64 = 0) -> FaultDisk {
        let name = Self.newName()
        return FaultDisk(name: name, usher_disk_after_power_cut(disk, Int64(operations), seed, name))
    }

    /// After `healthy` operations of the kind that work, `failing` do not.
    func fail(_ fault: Fault, after healthy: Int = 0, times failing: Int = .max) {
        usher_disk_fail(disk, fault.rawValue, Int64(healthy), Int64(failing))
    }
}
