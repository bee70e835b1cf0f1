/// The sessions of one loop that have their memory. Those of which nothing was asked for a while are laid to rest; as long
/// as all rest, nothing is looked at. Loop only.
final class AwakeSessions {
    private let reactor: Reactor
    private var sessions: [ServerSession] = []
    private var isLooking = false

    init(_ reactor: Reactor) {
        self.reactor = reactor
    }

    var count: Int { sessions.count }

    func add(_ session: ServerSession) {
        session.rest.slot = sessions.count
        sessions.append(session)
        lookLater()
    }

    /// The session ends; it may be none of these.
    func remove(_ session: ServerSession) {
        let slot = session.rest.slot
        guard sessions.indices.contains(slot), sessions[slot] === session else { return }
        let last = sessions.removeLast()
        guard last !== session else { return }
        last.rest.slot = slot
        sessions[slot] = last
    }

    private func lookLater() {
        guard !isLooking, !sessions.isEmpty else { return }
        isLooking = true
        _ = reactor.setTimer(at: reactor.now + Limits.restLook) { [weak self] in self?.look() }
    }

    private func look() {
        isLooking = false
        // From the end: whoever leaves is replaced by one that was looked at.
        for slot in sessions.indices.reversed() where sessions[slot].goesToRest() { remove(sessions[slot]) }
        if sessions.isEmpty { sessions = [] }
        lookLater()
    }
}
