public import UsherCore
public import UsherRPC

/// One line of a test gateway's log.
public struct LogEntry: Sendable, Hashable, CustomStringConvertible {
    public enum Event: Sendable, Hashable, CustomStringConvertible {
        /// A call left its client.
        case called
        /// A call's handler began: the gateway saw it.
        case reached
        /// A call ended for its client.
        case ended(StatusCode)
        case connected, connectFailed, disconnected
        case fault(FaultKind, Direction)
        case started, killed

        public var description: String {
            switch self {
            case .called: "called"
            case .reached: "reached the gateway"
            case .ended(let code): "ended with \(code.name)"
            case .connected: "connected"
            case .connectFailed: "could not connect"
            case .disconnected: "lost its connection"
            case .fault(let kind, let direction): "\(kind.rawValue) of the \(direction.rawValue)"
            case .started: "the gateway started"
            case .killed: "the gateway was killed"
            }
        }
    }

    /// Since the gateway's beginning, in virtual time.
    public var at: TimeSpan
    public var event: Event
    /// "" where it is about no client.
    public var client = ""
    /// `LockSeats`, or "".
    public var method = ""
    /// The call's number among its client's, from 1; 0 where it is about no call.
    public var call: UInt64 = 0

    public var description: String {
        let seconds = at.nanoseconds / 1_000_000_000
        let milliseconds = String(at.nanoseconds / 1_000_000 % 1_000)
        let time = "\(seconds).\(String(repeating: "0", count: 3 - milliseconds.count))\(milliseconds) s"
        let about = [client, method.isEmpty ? "" : "\(method)#\(call)"].filter { !$0.isEmpty }
        return ([time] + about + ["\(event)"]).joined(separator: " ")
    }
}
