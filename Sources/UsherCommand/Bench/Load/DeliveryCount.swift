/// Where each watcher of a load stands, and what came by. Changes are counted by `last_seq`: of a merged delta each one
/// that it stands for.
struct DeliveryCount {
    /// Of watchers without a map yet.
    private static let nowhere = UInt64.max

    private var positions: [UInt64]
    /// Watchers that have their map.
    private(set) var ready = 0
    /// Changes that reached a watcher.
    private(set) var delivered = 0
    /// Deltas that did.
    private(set) var messages = 0
    /// Whole maps that came to a watcher who had one.
    private(set) var snapshots = 0
    /// The first way in which the stream was wrong.
    private(set) var fault: String?

    init(watchers: Int) { positions = [UInt64](repeating: Self.nowhere, count: watchers) }

    func position(_ watcher: Int) -> UInt64? {
        positions[watcher] == Self.nowhere ? nil : positions[watcher]
    }

    /// Takes an event; the positions that it brought the watcher, in which each is one change.
    mutating func take(_ watcher: Int, _ event: SeatEventScan) -> ClosedRange<UInt64>? {
        let position = positions[watcher]
        switch event {
        case .other: return nil
        case .snapshot(let seq):
            positions[watcher] = seq
            guard position != Self.nowhere else {
                ready += 1
                return nil
            }
            snapshots += 1
            guard seq > position else { return nil }
            delivered += Int(seq - position)
            return position + 1...seq
        case .delta(let first, let last):
            guard position != Self.nowhere, first == position + 1, last >= first else {
                fault = fault ?? "a delta \(first)…\(last) came to a watcher at \(position)"
                return nil
            }
            positions[watcher] = last
            messages += 1
            delivered += Int(last - position)
            return first...last
        }
    }
}
