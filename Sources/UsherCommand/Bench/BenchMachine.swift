import Foundation

/// The machine that a benchmark ran on: figures of different machines say nothing about each other.
struct BenchMachine: Sendable {
    var cores: Int
    var kernel: String
    var processor: String

    static var this: BenchMachine {
        let model = ProcessCounters.read("/proc/cpuinfo").flatMap { text in
            text.split(separator: "\n").first { $0.hasPrefix("model name") }?.split(separator: ":").last
        }
        return BenchMachine(
            cores: ProcessInfo.processInfo.activeProcessorCount,
            kernel: (ProcessCounters.read("/proc/sys/kernel/osrelease") ?? "").trimmingCharacters(in: .newlines),
            processor: (model.map(String.init) ?? "").trimmingCharacters(in: .whitespaces))
    }

    /// Processor seconds that all programs used so far, the kernel's own work included.
    static var busySeconds: Double {
        guard let line = ProcessCounters.read("/proc/stat")?.split(separator: "\n").first else { return 0 }
        let ticks = line.split(separator: " ").dropFirst().prefix(8).compactMap { Int($0) }
        // The fourth and fifth are idle time.
        let busy = ticks.enumerated().reduce(0) { $1.offset == 3 || $1.offset == 4 ? $0 : $0 + $1.element }
        return Double(busy) / Double(max(1, sysconf(Int32(_SC_CLK_TCK))))
    }

    var record: BenchRecord {
        var record = BenchRecord("machine")
        record.set("cores", cores)
        record.set("kernel", kernel)
        record.set("processor", processor)
        return record
    }
}
