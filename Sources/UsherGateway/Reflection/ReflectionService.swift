internal import UsherRPC
internal import UsherWire

/// Server reflection: `grpc.reflection.v1` and, the same on the wire, `v1alpha`, for clients that probe either.
///
/// Every request is answered on the same stream; one that cannot be answered gets an error response and the stream goes
/// on.
struct ReflectionService: Service {
    static let names = [
        "grpc.reflection.v1.ServerReflection", "grpc.reflection.v1alpha.ServerReflection",
    ]
    let name: String
    /// What list_services tells, in order.
    let services: [String]

    var methods: [Method] {
        [
            Method(
                "ServerReflectionInfo",
                .streaming { [self] _, requests, responses throws(RPCError) in
                    while let bytes = try await requests.next() {
                        let (request, check) = try RequestReader.decode(ReflectionRequest.self, bytes)
                        try check.finish()
                        let response = ReflectionResponse(
                            validHost: request.host, originalRequest: request, answer: answer(request.query))
                        try await responses.send(response.encoded())
                    }
                })
        ]
    }

    private func answer(_ query: ReflectionRequest.Query) -> ReflectionResponse.Answer {
        switch query {
        case .listServices: return .services(services)
        case .fileByFilename(let file):
            return files(DescriptorCatalogue.builtIn.files(named: file), "no file \(file)")
        case .fileContainingSymbol(let symbol):
            return files(DescriptorCatalogue.builtIn.files(containing: symbol), "no file declares \(symbol)")
        case .fileContainingExtension(let type, let number):
            return Self.error(.notFound, "\(type) has no extension \(number)")
        case .allExtensionNumbersOfType(let type):
            guard DescriptorCatalogue.builtIn.hasMessage(type) else {
                return Self.error(.notFound, "there is no type \(type)")
            }
            return .extensionNumbers(type: type, [])
        case .none: return Self.error(.invalidArgument, "the request asks for nothing that is known here")
        }
    }

    private func files(_ files: [[UInt8]]?, _ complaint: String) -> ReflectionResponse.Answer {
        files.map(ReflectionResponse.Answer.files) ?? Self.error(.notFound, complaint)
    }

    private static func error(_ code: StatusCode, _ message: String) -> ReflectionResponse.Answer {
        .error(code: Int32(code.rawValue), message: message)
    }
}
