import Glibc
import Testing
import UsherTesting

@Suite("The seeded simulation of ledger, fan-out and readers")
struct SimulationTests {
    @Test("committed seeds hold every rule")
    func committedSeeds() async throws {
        let simulation = Simulation()
        let count = getenv("USHER_SIMULATION_SEEDS").flatMap { UInt64(String(cString: $0)) } ?? 300
        for seed in 0..<count { try await simulation.run(seed: seed) }
    }

    @Test("a planted fault of each rule is found", arguments: SimulationFault.allCases)
    func plantedFault(_ fault: SimulationFault) async {
        let simulation = Simulation(fault: fault)
        var found: SimulationFailure?
        for seed in 0..<400 where found == nil {
            do { try await simulation.run(seed: UInt64(seed)) } catch let failure as SimulationFailure {
                found = failure
            } catch {
                Issue.record(error)
            }
        }
        #expect(found != nil, "400 seeds ran to their end with the fault \(fault)")
    }
}
