/// Whoever holds one needs the conductor's thread: the gateway, its clock, its clients and their calls. It ends with the
/// last of them.
final class ConductorLease: Sendable {
    let conductor: Conductor

    init() throws(TestGatewayError) {
        conductor = Conductor()
        try conductor.start()
    }

    deinit {
        conductor.stop()
    }
}
