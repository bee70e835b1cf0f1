/// The methods that a server answers, by path, and the judgement on a request's head.
public struct Dispatch: Sendable {
    /// What to do with a request, once its head is complete.
    public enum Verdict: Sendable {
        case call(Method, timeout: Int64?)
        /// A gRPC request that ends at once, with this status.
        case refuse(RPCError)
        /// Not a gRPC request: a plain HTTP answer.
        case http(PlainAnswer)
    }

    private let methods: [String: Method]
    private let serviceNames: Set<String>
    private let paths: KnownPaths

    /// Two services with one name, or two methods, are our own bug.
    public init(_ services: [any Service]) {
        var methods: [String: Method] = [:]
        var names: Set<String> = []
        for service in services {
            precondition(names.insert(service.name).inserted, "\(service.name) is served twice")
            for method in service.methods {
                let path = "/\(service.name)/\(method.name)"
                let old = methods.updateValue(method.served(path: path, index: methods.count), forKey: path)
                precondition(old == nil, "\(service.name) has two methods \(method.name)")
            }
        }
        self.methods = methods
        serviceNames = names
        paths = KnownPaths(Array(methods.keys))
    }

    /// What a loop remembers of its requests: nothing yet.
    public func makeMemory() -> HeadMemory { HeadMemory(paths) }

    private static let tooManyFields = RPCError(
        .resourceExhausted,
        "the request's metadata are over the limit of \(Limits.maxHeaderFields) fields and \(Limits.maxHeaderBytes) bytes"
    )

    public func judge(_ head: RequestHead) -> Verdict {
        guard !head.isOversized else {
            return head.isGRPC ? .refuse(Self.tooManyFields) : .http(.headerFieldsTooLarge)
        }
        guard head.method == "POST" else {
            return .http(methods[head.path] == nil ? .notFound : .methodNotAllowed)
        }
        guard head.isGRPC else { return .http(.unsupportedMediaType) }
        guard let method = methods[head.path] else { return .refuse(unknown(head.path)) }
        if let encoding = head.encoding, head.messageEncoding == nil {
            return .refuse(CompressionError.unknownRequestEncoding(encoding))
        }
        guard let timeout = head.timeout else { return .call(method, timeout: nil) }
        guard let span = TimeoutCoding.parse(timeout) else {
            return .refuse(RPCError(.internal, "malformed grpc-timeout: \(timeout)"))
        }
        return .call(method, timeout: span)
    }

    private func unknown(_ path: String) -> RPCError {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].isEmpty else { return RPCError(.unimplemented, "malformed path \(path)") }
        guard serviceNames.contains(String(parts[1])) else {
            return RPCError(.unimplemented, "unknown service \(parts[1])")
        }
        return RPCError(.unimplemented, "unknown method \(parts[2]) of \(parts[1])")
    }
}
