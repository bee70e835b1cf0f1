import Glibc
import Testing
import UsherTesting

@Suite("The seeded simulation of clients behind bad networks")
struct ClientSimulationTests {
    @Test("committed seeds hold every rule, and all clients end on the gateway's map")
    func committedSeeds() async throws {
        let simulation = ClientSimulation()
        let count = getenv("USHER_SIMULATION_SEEDS").flatMap { UInt64(String(cString: $0)) } ?? 200
        var report = ClientSimulationReport()
        for seed in 0..<count { report += try await simulation.run(seed: seed) }
        // An easy evening proves nothing.
        let scale = Int(count / 100)
        #expect(report.polls > 100 * scale && report.repairedGaps > 10 * scale && report.backups > 50 * scale)
        #expect(report.unknowns > 500 * scale && report.locks > 100 * scale && report.sales > 10 * scale)
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
