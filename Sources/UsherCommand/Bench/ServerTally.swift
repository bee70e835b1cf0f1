import Foundation

/// What a gateway did so far, as the library of `.ci/counters` counts it inside of it.
struct ServerTally: Sendable, Equatable {
    var allocations = 0
    var allocatedBytes = 0
    /// Writes to sockets.
    var writes = 0
    var writtenBytes = 0
    /// Waits for the disk: as many as commits, but for a checkpoint now and then.
    var syncs = 0

    /// The numbers in the order of the fields, 64 bits each; nil of anything shorter.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 40 else { return nil }
        let numbers = bytes.withUnsafeBytes { bytes in
            (0..<5).map { Int(truncatingIfNeeded: bytes.loadUnaligned(fromByteOffset: $0 * 8, as: UInt64.self)) }
        }
        allocations = numbers[0]
        allocatedBytes = numbers[1]
        writes = numbers[2]
        writtenBytes = numbers[3]
        syncs = numbers[4]
    }

    init() {}

    static func - (a: ServerTally, b: ServerTally) -> ServerTally {
        var result = ServerTally()
        result.allocations = a.allocations - b.allocations
        result.allocatedBytes = a.allocatedBytes - b.allocatedBytes
        result.writes = a.writes - b.writes
        result.writtenBytes = a.writtenBytes - b.writtenBytes
        result.syncs = a.syncs - b.syncs
        return result
    }

    /// The file in which a process counts.
    struct File: Sendable {
        let library: String
        let path: String

        init(library: String) throws(CommandFailure) {
            guard FileManager.default.isReadableFile(atPath: library) else {
                throw CommandFailure("there is no library \(library)", lines: [".ci/counters builds it"])
            }
            self.library = library
            let name = "usher-tally-\(UInt64.random(in: 0...UInt64.max))"
            path = FileManager.default.temporaryDirectory.appendingPathComponent(name).path
        }

        /// For the process that counts.
        var environment: [String: String] { ["LD_PRELOAD": library, "USHER_COUNTERS": path] }

        /// nil before the process runs.
        var tally: ServerTally? {
            FileManager.default.contents(atPath: path).flatMap { ServerTally([UInt8]($0)) }
        }

        func remove() { unlink(path) }
    }
}
