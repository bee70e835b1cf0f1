import Testing
import UsherCore
import UsherRPC
import UsherWire

@testable import UsherGateway

struct StandardServiceTests {
    static let served = [
        "grpc.health.v1.Health", "grpc.reflection.v1.ServerReflection", "grpc.reflection.v1alpha.ServerReflection",
        "usher.v1.FocusService", "usher.v1.HallService", "usher.v1.LockService", "usher.v1.RoomService",
        "usher.v1.SeatService", "usher.v1.ShowService",
    ]

    @Test("every service of the contract is served, with every method of its descriptor")
    func complete() {
        let stage = Stage()
        #expect(stage.gateway.services.map(\.name).sorted() == Self.served)
        for service in DescriptorCatalogue.builtIn.services where Self.served.contains(service.name) {
            let methods = Set(stage.gateway.services.first { $0.name == service.name }?.methods.map(\.name) ?? [])
            #expect(methods.isSuperset(of: service.methods.map(\.name)), "\(service.name)")
        }
    }

    @Test("the server and each service are healthy", arguments: [""] + served)
    func check(service: String) async throws {
        let reply: HealthCheckResponse = try await Stage().unary(
            "grpc.health.v1.Health/Check", HealthCheckRequest(service: service))
        #expect(reply.status == .serving)
    }

    @Test("an unknown service is NOT_FOUND for Check, and SERVICE_UNKNOWN on an open stream for Watch")
    func unknown() async throws {
        let stage = Stage()
        let request = HealthCheckRequest(service: "usher.v1.Nothing")
        #expect(try await stage.refusal("grpc.health.v1.Health/Check", request)?.code == .notFound)
        let channel = ManualChannel(stage.loop)
        try await stage.feed("grpc.health.v1.Health/Watch", request, channel)
        #expect(try channel.messages.map { try HealthCheckResponse(decoding: $0.message).status } == [.serviceUnknown])
        #expect(channel.isOpen)
    }

    @Test("List tells every service")
    func list() async throws {
        let bytes = try await Stage().unary("grpc.health.v1.Health/List", [])
        let entries = ([""] + Self.served).map { HealthListResponse.Entry(service: $0, status: .serving) }
        #expect(bytes == HealthListResponse(entries: entries).encoded())
    }

    private func reflect(_ query: ReflectionRequest.Query, version: String) async throws -> ReflectionResponse.Answer {
        let path = "grpc.reflection.\(version).ServerReflection/ServerReflectionInfo"
        let stage = Stage()
        guard case .streaming(let body) = try stage.method(path).handler else { return .none }
        let responses = KeptResponses()
        let request = ReflectionRequest(host: "h", query: query)
        try await body(stage.call(path), ScriptedRequests([request.encoded()]), responses)
        let response = try ReflectionResponse(decoding: try #require(responses.messages.first))
        #expect(response.validHost == "h")
        #expect(response.originalRequest == request)
        return response.answer
    }

    @Test("reflection lists the services", arguments: ["v1", "v1alpha"])
    func services(version: String) async throws {
        #expect(try await reflect(.listServices(""), version: version) == .services(Self.served))
    }

    @Test(
        "reflection gives the file of a symbol with all that it imports",
        arguments: [
            "usher.v1.LockService", "usher.v1.LockService.LockSeats", "usher.v1.SeatEvent.snapshot",
            "grpc.health.v1.Health", "grpc.reflection.v1.ServerReflection", "grpc.reflection.v1alpha.ServerReflection",
        ])
    func symbols(symbol: String) async throws {
        guard case .files(let files) = try await reflect(.fileContainingSymbol(symbol), version: "v1") else {
            Issue.record("no files")
            return
        }
        #expect(!files.isEmpty)
    }

    @Test("reflection answers what it cannot find with an error, and stays open")
    func errors() async throws {
        let queries: [(ReflectionRequest.Query, StatusCode)] = [
            (.fileByFilename("no.proto"), .notFound), (.fileContainingSymbol("no.Symbol"), .notFound),
            (.fileContainingExtension(type: "usher.v1.Lock", number: 100), .notFound),
            (.allExtensionNumbersOfType("no.Type"), .notFound), (.none, .invalidArgument),
        ]
        for (query, code) in queries {
            guard case .error(let number, _) = try await reflect(query, version: "v1") else {
                Issue.record("\(query) was answered")
                continue
            }
            #expect(number == Int32(code.rawValue))
        }
        #expect(
            try await reflect(.allExtensionNumbersOfType("usher.v1.Lock"), version: "v1")
                == .extensionNumbers(type: "usher.v1.Lock", []))
        guard case .files = try await reflect(.fileByFilename("usher/v1/lock.proto"), version: "v1") else {
            Issue.record("no file")
            return
        }
    }
}
