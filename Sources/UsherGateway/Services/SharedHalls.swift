internal import Synchronization
internal import UsherCore
internal import UsherWire

/// Large halls as GetHall gives them whole. A hall never changes within its revision, so all who open it, be it a
/// thousand at once, cost one encoding and share its bytes, those that still wait for slow readers included.
final class SharedHalls: Sendable {
    private struct Entry {
        /// Weak, so that the ledger alone decides which halls stay in memory.
        weak var life: HallLife?
        let reply: [UInt8]
    }

    /// The oldest one first.
    private let entries = Mutex<[Entry]>([])

    /// The encoded hall, if somebody asked for it lately.
    func known(_ revision: HallRevision) -> [UInt8]? {
        entries.withLock { entries in entries.first { $0.life === revision.life }?.reply }
    }

    /// The encoded hall, of whose encoding the next ones have the use. Those who waited for a thread together ask again
    /// here, when the first of them is done.
    func whole(_ revision: HallRevision) -> [UInt8] {
        if let known = known(revision) { return known }
        let reply = HallReply(revision.hall).encoded()
        guard reply.count <= Limits.maxSharedHallBytes else { return reply }
        return entries.withLock { entries in
            if let first = entries.first(where: { $0.life === revision.life }) { return first.reply }
            entries.removeAll { $0.life == nil }
            var room = Limits.maxSharedHallBytes - reply.count - entries.reduce(0) { $0 + $1.reply.count }
            while room < 0 { room += entries.removeFirst().reply.count }
            entries.append(Entry(life: revision.life, reply: reply))
            return reply
        }
    }
}
