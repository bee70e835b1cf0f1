import Synchronization
import UsherRPC

/// The reply of a call that was begun, for a test that waits for it.
final class AwaitedReply: LateReply {
    private let given = Mutex<[Result<[UInt8], RPCError>]>([])

    func give(_ reply: Result<[UInt8], RPCError>) { given.withLock { $0.append(reply) } }

    /// Turns the loop, where replies are given, until it is there.
    func take(running loop: ManualLoop) async throws(RPCError) -> [UInt8] {
        while true {
            loop.run()
            if let reply = given.withLock({ $0.first }) { return try reply.get() }
            await Task.yield()
        }
    }

    var count: Int { given.withLock { $0.count } }
}
