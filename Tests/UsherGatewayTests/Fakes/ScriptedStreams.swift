import Synchronization
import UsherRPC

/// Requests that are all there from the start.
final class ScriptedRequests: RequestStream {
    private let messages: Mutex<[[UInt8]]>

    init(_ messages: [[UInt8]]) { self.messages = Mutex(messages) }

    var wasCompressed: Bool { false }

    func next() async throws(RPCError) -> [UInt8]? {
        messages.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    }
}

/// Responses that are kept.
final class KeptResponses: ResponseStream {
    private let kept = Mutex<[[UInt8]]>([])

    var messages: [[UInt8]] { kept.withLock { $0 } }

    func send(_ message: [UInt8], compressed: Bool) async throws(RPCError) { kept.withLock { $0.append(message) } }
    func sendHeaders() {}
    func onGoingAway(_ body: @escaping @Sendable (GoingAway) -> Void) {}
}
