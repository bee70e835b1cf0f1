import Glibc

/// What a process uses now, as the kernel counts it.
struct ProcessCounters: Sendable, Equatable {
    /// Resident memory in bytes.
    var residentBytes = 0
    var descriptors = 0
    var threads = 0
    /// How often its living threads went to sleep by themselves: each of these ended, or will end, in a wake-up.
    var sleeps = 0
    /// Processor time of all its threads, ended ones included, its own and the kernel's for it.
    var processorSeconds = 0.0

    /// Counters of a process of this user; nil when it is gone.
    init?(process: Int32) {
        let folder = "/proc/\(process)"
        guard let status = Self.read("\(folder)/status"), let resident = Self.field("VmRSS", of: status) else {
            return nil
        }
        residentBytes = resident * 1_024
        descriptors = Self.entries("\(folder)/fd").count
        processorSeconds = Self.processorSeconds(of: process).map { $0.own + $0.kernel } ?? 0
        let tasks = Self.entries("\(folder)/task")
        threads = tasks.count
        for task in tasks {
            // A thread may end while it is looked at.
            guard let text = Self.read("\(folder)/task/\(task)/status") else { continue }
            sleeps += Self.field("voluntary_ctxt_switches", of: text) ?? 0
        }
    }

    /// Processor time alone, which is cheap to ask for whatever the process holds: its own and the kernel's for it; nil
    /// when it is gone.
    static func processorSeconds(of process: Int32) -> (own: Double, kernel: Double)? {
        guard let ticks = read("/proc/\(process)/stat").flatMap(ticksByMode) else { return nil }
        let second = Double(max(1, sysconf(Int32(_SC_CLK_TCK))))
        return (Double(ticks.own) / second, Double(ticks.kernel) / second)
    }

    /// Proportional memory in bytes: pages shared with others count in part; nil when the process is gone.
    static func proportionalBytes(of process: Int32) -> Int? {
        read("/proc/\(process)/smaps_rollup").flatMap { field("Pss", of: $0) }.map { $0 * 1_024 }
    }

    /// Of this process.
    static var own: ProcessCounters? { ProcessCounters(process: getpid()) }

    /// How often threads of this process, ended ones included, went to sleep by themselves.
    static var ownSleeps: Int {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return usage.ru_nvcsw
    }

    /// The number in the line `name:  number …` of a status file.
    static func field(_ name: String, of text: String) -> Int? {
        for line in text.split(separator: "\n") where line.hasPrefix(name + ":") {
            return line.dropFirst(name.count + 1).split(whereSeparator: \.isWhitespace).first.flatMap { Int($0) }
        }
        return nil
    }

    /// Clock ticks of processor time in the line of a `stat` file: its fields 14 and 15. The second one, the program's
    /// name in parentheses, may hold anything.
    static func ticks(_ text: String) -> Int? { ticksByMode(text).map { $0.own + $0.kernel } }

    /// The same, the program's own and the kernel's for it.
    static func ticksByMode(_ text: String) -> (own: Int, kernel: Int)? {
        guard let end = text.lastIndex(of: ")") else { return nil }
        let fields = text[text.index(after: end)...].split(separator: " ")
        guard fields.count > 12, let own = Int(fields[11]), let kernel = Int(fields[12]) else { return nil }
        return (own, kernel)
    }

    private static func entries(_ folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names
    }

    static func read(_ path: String) -> String? {
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: Limits.statusBytes)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    /// As fields of a benchmark's line.
    var record: BenchRecord {
        var record = BenchRecord("process")
        record.set("resident_bytes", residentBytes)
        record.set("descriptors", descriptors)
        record.set("threads", threads)
        return record
    }
}
