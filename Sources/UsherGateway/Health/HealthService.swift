internal import UsherRPC
internal import UsherWire

/// `grpc.health.v1.Health`: "" is the whole server, beside the full name of every service.
struct HealthService: Service {
    static let fullName = "grpc.health.v1.Health"
    let name = HealthService.fullName
    let health: HealthState

    var methods: [Method] {
        [
            Method(
                "Check",
                prompt: { [self] _, bytes throws(RPCError) in
                    try RequestReader.readAtOnce(HealthCheckRequest.self, bytes).map(answer)
                },
                handler: { [self] _, bytes throws(RPCError) in
                    try answer(await RequestReader.read(HealthCheckRequest.self, bytes) { _, _ in })
                }),
            Method(
                "Watch",
                .feed { [self] _, bytes, channel throws(RPCError) in
                    let request = try await RequestReader.read(HealthCheckRequest.self, bytes) { _, _ in }
                    try health.watch(request.service, channel)
                }),
            Method("List", prompt: { [self] _, _ throws(RPCError) in try list() }),
        ]
    }

    private func answer(_ request: HealthCheckRequest) throws(RPCError) -> [UInt8] {
        guard let status = health.status(of: request.service) else {
            throw RPCError(.notFound, "There is no service \(request.service) here.")
        }
        return HealthCheckResponse(status: status).encoded()
    }

    private func list() throws(RPCError) -> [UInt8] {
        guard health.names.count <= Limits.maxHealthServices else {
            throw RPCError(.resourceExhausted, "More than \(Limits.maxHealthServices) services.")
        }
        let entries = health.names.sorted().map { name in
            HealthListResponse.Entry(service: name, status: health.status(of: name) ?? .serviceUnknown)
        }
        return HealthListResponse(entries: entries).encoded()
    }
}
