/// A whole evening of clients in one thread and in virtual time: the SDK's machines on devices behind bad networks, the
/// real ledger rules and the real fan-out in a gateway that stalls, drains, dies and comes back with an old backup.
/// Everything random comes from the seed, so a seed is a run.
///
/// After every step each client is held against the gateway's own history and against an app that knows only what it was
/// told; at the end everything heals, and all must agree.
public struct ClientSimulation {
    /// The planted fault; nil must pass.
    public var fault: ClientSimulationFault?

    public init(fault: ClientSimulationFault? = nil) {
        self.fault = fault
    }

    /// Runs one evening. Throws `SimulationFailure`.
    @discardableResult
    public func run(seed: UInt64) async throws -> ClientSimulationReport {
        let run = ClientRun(seed: seed, fault: fault)
        try await run.evening()
        try await run.heal()
        try await run.leave()
        return run.finalReport()
    }
}
