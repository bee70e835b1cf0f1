import Glibc
import Testing
import UsherTesting

@Suite("The seeded simulation of clients behind bad networks")
struct ClientSimulationTests {
    @Test("committed seeds hold every rule, and all clients end on the gateway's map")
    func committedSeeds() async throws {
        let simulation = ClientSimulation()
        let count = getenv("USHER_SIMULATION_SEEDS").flatMap { UInt64(String(cString: $0)) } ?? 200
        for seed in 0..<count { try await simulation.run(seed: seed) }
    }

    @Test("a planted fault of each rule is found", arguments: ClientSimulationFault.allCases)
    func plantedFault(_ fault: ClientSimulationFault) async {
        let simulation = ClientSimulation(fault: fault)
        var found: SimulationFailure?
        for seed in 0..<60 where found == nil {
            do { try await simulation.run(seed: UInt64(seed)) } catch let failure as SimulationFailure {
                found = failure
            } catch {
                Issue.record(error)
            }
        }
        #expect(found != nil, "60 seeds ran to their end with the fault \(fault)")
    }
}
