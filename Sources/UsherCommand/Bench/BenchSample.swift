import Glibc

/// All counters at one moment, taken on the load's loop.
struct BenchSample: Sendable {
    var at: Int64
    /// The gateway's own processor time, and the kernel's for it.
    var gatewayOwnSeconds: Double
    var gatewayKernelSeconds: Double
    var generatorSeconds: Double
    var busySeconds: Double
    /// nil without `--counters`.
    var tally: ServerTally?

    init(_ gateway: BenchGateway, at: Int64) {
        self.at = at
        let seconds = gateway.process.flatMap { ProcessCounters.processorSeconds(of: $0.id) }
        gatewayOwnSeconds = seconds?.own ?? 0
        gatewayKernelSeconds = seconds?.kernel ?? 0
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        generatorSeconds = Self.seconds(usage.ru_utime) + Self.seconds(usage.ru_stime)
        busySeconds = BenchMachine.busySeconds
        tally = gateway.tally?.tally
    }

    private static func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1_000_000 }
}
