import CSystem
import UsherRPC

/// Turns a name into addresses on a thread of its own, since the system's resolver blocks.
///
/// Guard: `answer` is written by the thread before it posts, and read by the loop after.
final class Resolver: @unchecked Sendable {
    private let host: String
    private let port: UInt16
    private let reactor: Reactor
    private var answer: Result<[usher_address], RPCError> = .success([])
    private var thread: UInt64 = 0
    private var completion: ((Result<[usher_address], RPCError>) -> Void)?

    private init(host: String, port: UInt16, reactor: Reactor) {
        self.host = host
        self.port = port
        self.reactor = reactor
    }

    /// Loop only; `completion` is called on the loop.
    static func resolve(
        host: String, port: UInt16, on reactor: Reactor,
        _ completion: @escaping (Result<[usher_address], RPCError>) -> Void
    ) {
        let resolver = Resolver(host: host, port: port, reactor: reactor)
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
        var addresses = [usher_address](repeating: usher_address(), count: Limits.maxAddresses)
        let count = usher_resolve(host, port, 0, &addresses, Int32(addresses.count))
        if count > 0 {
            answer = .success(Array(addresses.prefix(Int(count))))
        } else {
            answer = .failure(RPCError(.unavailable, "the name '\(host)' has no address"))
        }
        reactor.post { self.finish() }
    }

    private func finish() {
        usher_thread_join(thread)
        completion?(answer)
        completion = nil
    }
}
