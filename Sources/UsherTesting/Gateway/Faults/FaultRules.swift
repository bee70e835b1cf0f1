import UsherCore
import UsherRPC

/// What a test has asked of the network.
struct FaultRules: Sendable {
    /// What a rule and a plan look at.
    struct Message {
        var client: String
        var link: UInt64
        var method: String
        var call: UInt64
        var direction: Direction
        /// 1, 2, 3 … of its call and direction.
        var number: UInt64
    }

    struct Rule: Sendable {
        var calls: CallFilter
        var direction: Direction
        /// Messages that pass before the first fault.
        var skips: Int
        var count: Int
        var fault: MessageFault
    }

    /// The oldest first: that is the one that a message meets.
    var rules: [Rule] = []
    var plan: FaultPlan?
    var connects = ConnectRule.accepted
    var latency = TimeSpan.zero

    mutating func fault(_ message: Message) -> MessageFault? {
        for index in rules.indices {
            guard rules[index].direction == message.direction,
                rules[index].calls.takes(client: message.client, method: message.method)
            else { continue }
            if rules[index].skips > 0 {
                rules[index].skips -= 1
                continue
            }
            let fault = rules[index].fault
            rules[index].count -= 1
            if rules[index].count <= 0 { rules.remove(at: index) }
            return fault
        }
        return plan?.fault(message)
    }
}

extension FaultPlan {
    /// What chance has for this message.
    func fault(_ message: FaultRules.Message) -> MessageFault? {
        guard calls.takes(client: message.client, method: message.method) else { return nil }
        var generator = SeededGenerator(seed: seed)
        // One draw for each part: equal messages of other calls have other luck.
        for part in [message.link, message.call, message.number, message.direction == .request ? 1 : 2] {
            generator = SeededGenerator(seed: generator.next() ^ part)
        }
        let chances = message.direction == .request ? requests : answers
        var draw = Double(generator.next() >> 11) / Double(1 << 53 as UInt64)
        for kind in FaultKind.allCases {
            draw -= chances[kind] ?? 0
            guard draw < 0 else { continue }
            switch kind {
            case .drop: return .drop
            case .swallow: return .swallow
            case .delay:
                let most = UInt64(max(1, longestDelay.nanoseconds))
                return .delay(TimeSpan(nanoseconds: Int64(generator.next() % most)))
            case .duplicate: return .duplicate
            case .reorder: return .reorder
            case .cut: return .cut
            case .fail: return .fail(RPCError(.unavailable, "the plan fails this call"))
            }
        }
        return nil
    }
}
