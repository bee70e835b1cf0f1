import UsherCore

/// The gateway's rules for one member, and the way to it.
struct TimerWorld {
    enum Loss {
        case none, request, reply
    }

    var time: Timestamp
    var journal: FocusJournal
    var generator: SeededGenerator

    init(seed: UInt64, memberID: String = "ada") {
        time = Timestamp(nanoseconds: 1_800_000_000_000_000_000)
        journal = FocusJournal(memberID: memberID)
        generator = SeededGenerator(seed: seed)
    }

    /// One round of a device's talk. `calls` bounds it: then the program is killed.
    mutating func sync(_ device: inout TimerDevice, loss: Loss = .none, calls: Int = 100) {
        device.machine.attach(now: device.now(time))
        var call = device.machine.nextCall(now: device.now(time))
        var left = calls
        while let current = call {
            guard left > 0 else {
                device.kill(time)
                return
            }
            left -= 1
            let sent = device.now(time)
            if loss == .request { return fail(&device) }
            switch current {
            case .list(let token):
                let page = list(token)
                let heard = time
                time = time + .milliseconds(40)
                if loss == .reply { return fail(&device) }
                call = device.machine.listed(
                    page.sessions, nextPageToken: page.next, serverTime: heard, sent: sent, received: device.now(time),
                    using: &generator)
            case .push(let events):
                let rejected = journal.sync(events, now: time)
                let named = Set(events.map(\.sessionID))
                let sessions = journal.inOrder.filter { named.contains($0.sessionID) }.map { $0.session(at: time) }
                time = time + .milliseconds(40)
                if loss == .reply { return fail(&device) }
                call = device.machine.pushed(
                    sessions, rejected: rejected, sent: sent, received: device.now(time), using: &generator)
            }
            device.look(time)
        }
        device.look(time)
    }

    private mutating func fail(_ device: inout TimerDevice) {
        device.machine.failed(retryAfter: nil, isFinal: false, now: device.now(time), using: &generator)
        device.look(time)
    }

    /// Pages of three.
    private func list(_ token: String) -> (sessions: [FocusSession], next: String) {
        let all = journal.inOrder.reversed().map { $0.session(at: time) }
        let start = Int(token) ?? 0
        let end = min(all.count, start + 3)
        return (Array(all[min(start, end)..<end]), end < all.count ? String(end) : "")
    }
}
