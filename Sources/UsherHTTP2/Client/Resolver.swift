import CSystem
import UsherRPC

/// Turns a name into addresses on a thread of its own, since the system's resolver blocks.
///
/// Guard: `answer` is written by the thread before it posts, and read by the loop after.
final class Resolver: @unchecked Sendable {
    /// Finds what a name stands for; it may take its time.
    typealias LookUp = @Sendable (_ host: String, _ port: UInt16) -> Result<[usher_address], RPCError>

    private let lookUp: LookUp
    private let host: String
    private let port: UInt16
    private let reactor: Reactor
    private var answer: Result<[usher_address], RPCError> = .success([])
    private var thread: UInt64 = 0
    private var completion: ((Result<[usher_address], RPCError>) -> Void)?

    private init(host: String, port: UInt16, lookUp: @escaping LookUp, reactor: Reactor) {
        self.lookUp = lookUp
        self.host = host
        self.port = port
        self.reactor = reactor
    }

    /// A host that is an address already; nil if it is a name.
    static func parse(host: String, port: UInt16) -> usher_address? {
        var address = usher_address()
        return usher_parse_address(host, port, &address) == 1 ? address : nil
    }

    /// IPv6 and IPv4 in turn, beginning with the kind that the system puts first: where one of them leads nowhere, the
    /// second address tried is of the other (RFC 8305, 4).
    static func interleaved(_ addresses: [usher_address]) -> [usher_address] {
        func isIPv6(_ address: usher_address) -> Bool {
            withUnsafePointer(to: address) { usher_address_is_ipv6($0) } != 0
        }
        guard let first = addresses.first.map(isIPv6) else { return [] }
        var preferred = addresses.filter { isIPv6($0) == first }[...]
        var others = addresses.filter { isIPv6($0) != first }[...]
        var mixed: [usher_address] = []
        while let next = preferred.popFirst() {
            mixed.append(next)
            if let other = others.popFirst() { mixed.append(other) }
        }
        return mixed + others
    }

    /// Loop only; `completion` is called on the loop.
    static func resolve(
        host: String, port: UInt16, by lookUp: LookUp? = nil, on reactor: Reactor,
        _ completion: @escaping (Result<[usher_address], RPCError>) -> Void
    ) {
        let resolver = Resolver(host: host, port: port, lookUp: lookUp ?? askSystem, reactor: reactor)
        resolver.completion = completion
        let argument = Unmanaged.passRetained(resolver).toOpaque()
        let code = usher_thread_start(
            "usher-resolve", { Unmanaged<Resolver>.fromOpaque($0!).takeRetainedValue().run() }, argument,
            &resolver.thread)
        if code < 0 {
            Unmanaged<Resolver>.fromOpaque(argument).release()
            completion(.failure(RPCError(.unavailable, "no thread to resolve '\(host)' with")))
        }
    }

    private func run() {
        answer = lookUp(host, port)
        reactor.post { self.finish() }
    }

    private static let askSystem: LookUp = { host, port in
        var addresses = [usher_address](repeating: usher_address(), count: Limits.maxAddresses)
        let count = usher_resolve(host, port, 0, &addresses, Int32(addresses.count))
        guard count <= 0 else { return .success(Array(addresses.prefix(Int(count)))) }
        let isTransient = count == Int32(USHER_NAME_TRY_AGAIN)
        let reason = isTransient ? "cannot be looked up at the moment" : "has no address"
        return .failure(RPCError(.unavailable, "the name '\(host)' \(reason)"))
    }

    private func finish() {
        usher_thread_join(thread)
        completion?(answer)
        completion = nil
    }
}
