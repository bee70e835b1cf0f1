internal import UsherCore
internal import UsherRPC

/// The watcher groups of one loop and the one coarse timer that looks for silent watchers among them.
///
/// Guard: `groups` and `isSweeping` are touched on `loop` alone.
final class LoopFanout<Topic: FanoutTopic>: @unchecked Sendable {
    let loop: any EventLoop
    private var groups: [ObjectIdentifier: WatcherGroup<Topic>] = [:]
    private var isSweeping = false

    init(_ loop: any EventLoop) {
        self.loop = loop
    }

    func add(_ group: WatcherGroup<Topic>) {
        groups[ObjectIdentifier(group)] = group
        guard !isSweeping else { return }
        isSweeping = true
        scheduleSweep()
    }

    func remove(_ group: WatcherGroup<Topic>) {
        groups[ObjectIdentifier(group)] = nil
    }

    private func scheduleSweep() {
        loop.schedule(after: Limits.heartbeatSweepNanoseconds) { [weak self] in self?.sweep() }
    }

    private func sweep() {
        for group in groups.values { group.beat() }
        if groups.isEmpty {
            isSweeping = false
        } else {
            scheduleSweep()
        }
    }

    func drain(_ event: FramedMessage, ending error: RPCError) {
        for group in groups.values { group.drain(event, ending: error) }
    }
}
