import UsherCore
import UsherRPC

/// A fault with what it needs.
enum MessageFault: Sendable {
    case drop, swallow, duplicate, reorder, cut
    case delay(TimeSpan)
    case fail(RPCError)

    var kind: FaultKind {
        switch self {
        case .drop: .drop
        case .swallow: .swallow
        case .duplicate: .duplicate
        case .reorder: .reorder
        case .cut: .cut
        case .delay: .delay
        case .fail: .fail
        }
    }
}
