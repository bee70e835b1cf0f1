/// What was used between two samples.
struct BenchSpan: Sendable {
    var seconds: Double
    /// The gateway's, the kernel's for it included.
    var gatewaySeconds: Double
    var gatewayKernelSeconds: Double
    var generatorSeconds: Double
    /// Of all other programs: more than a little, and the figures are not worth much.
    var otherSeconds: Double
    var tally: ServerTally?

    init(_ begin: BenchSample, _ end: BenchSample) {
        seconds = Double(end.at - begin.at) / 1_000_000_000
        gatewayKernelSeconds = end.gatewayKernelSeconds - begin.gatewayKernelSeconds
        gatewaySeconds = gatewayKernelSeconds + end.gatewayOwnSeconds - begin.gatewayOwnSeconds
        generatorSeconds = end.generatorSeconds - begin.generatorSeconds
        otherSeconds = max(0, end.busySeconds - begin.busySeconds - gatewaySeconds - generatorSeconds)
        if let last = end.tally, let first = begin.tally { tally = last - first }
    }

    func write(to record: inout BenchRecord, _ gateway: BenchGateway) {
        record.set("seconds", seconds)
        record.set("gateway_cpu_s", gatewaySeconds)
        record.set("gateway_kernel_cpu_s", gatewayKernelSeconds)
        record.set("generator_cpu_s", generatorSeconds)
        record.set("others_cpu_s", otherSeconds)
        record.set("gateway_start_ms", gateway.startMilliseconds)
        record.set("machine", BenchMachine.this.record)
    }
}
