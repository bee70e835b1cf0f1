import UsherCore

/// A room as one would write it down without a thought for speed: lists that are gone through, and every device judged at
/// every look. What `RoomState` does must be this.
struct RoomModel {
    struct Device {
        var key: DeviceKey
        var id: String
        var saidAway = false
        var isLost = false
        var lastSign: Timestamp
        var hasStream = false
    }

    struct Person {
        var shown: RoomMember
        var base = MemberStatus.idle
        var devices: [Device]
    }

    let awayAfter: TimeSpan
    let leaveAfter: TimeSpan
    let seatCodes: Set<String>
    var people: [Person] = []
    var seq: UInt64 = 0
    var nextDevice: UInt64 = 1

    var members: [RoomMember] { people.map(\.shown) }

    private func place(of key: DeviceKey) -> (Int, Int)? {
        for (at, person) in people.enumerated() {
            for (number, device) in person.devices.enumerated() where device.key == key { return (at, number) }
        }
        return nil
    }

    /// The answer to a command: the device, or the refusal.
    mutating func perform(_ command: RoomCommand, now: Timestamp, focus: RoomFocus? = nil) -> Result<DeviceKey, Refusal>
    {
        let before = members
        var next = self
        let result = next.attempt(command, now, focus)
        switch result {
        case .success:
            self = next
            if members != before { seq += 1 }
        case .failure:
            // A sign of life, but nobody returns by it.
            if let key = command.device, let (at, number) = place(of: key) {
                people[at].devices[number].lastSign = now
                if people[at].shown.status != .away { people[at].devices[number].isLost = false }
            }
        }
        return result
    }

    private mutating func attempt(_ command: RoomCommand, _ now: Timestamp, _ focus: RoomFocus?) -> Result<
        DeviceKey, Refusal
    > {
        if case .join(let id, let nickname, let avatar, let seat, let deviceID, let secret) = command {
            if !seat.isEmpty, let refusal = seatRefusal(seat, for: id) { return .failure(refusal) }
            let key = DeviceKey(number: nextDevice, secret: secret)
            guard let at = people.firstIndex(where: { $0.shown.memberID == id }) else {
                nextDevice += 1
                var member = RoomMember(
                    memberID: id, seat: seat, nickname: nickname, avatar: avatar,
                    joinedAt: Timestamp(nanoseconds: now.nanoseconds / 1_000_000_000 * 1_000_000_000))
                show(focus ?? .idle, on: &member)
                people.append(
                    Person(
                        shown: member, base: member.status,
                        devices: [Device(key: key, id: deviceID, lastSign: now)]))
                return .success(key)
            }
            if !seat.isEmpty { people[at].shown.seat = seat }
            if !nickname.isEmpty { people[at].shown.nickname = nickname }
            if !avatar.isEmpty { people[at].shown.avatar = avatar }
            if let known = people[at].devices.firstIndex(where: { !deviceID.isEmpty && $0.id == deviceID }) {
                people[at].devices[known].saidAway = false
                hear(at, known, now)
                return .success(people[at].devices[known].key)
            }
            nextDevice += 1
            people[at].devices.append(Device(key: key, id: deviceID, lastSign: now))
            hear(at, people[at].devices.count - 1, now)
            return .success(key)
        }
        guard let key = command.device else { return .failure(.memberUnknown) }
        guard let (at, number) = place(of: key) else {
            if case .leave = command { return .success(key) }
            return .failure(.memberUnknown)
        }
        switch command {
        case .takeSeat(_, let seat):
            if let refusal = seatRefusal(seat, for: people[at].shown.memberID) { return .failure(refusal) }
            people[at].devices[number].saidAway = false
            people[at].shown.seat = seat
        case .leaveSeat(_, let seat):
            if seat.isEmpty || people[at].shown.seat == seat { people[at].shown.seat = "" }
        case .setStatus(_, .away):
            people[at].devices[number].saidAway = true
        case .setStatus(_, let status):
            people[at].devices[number].saidAway = false
            if people[at].base != status {
                people[at].base = status
                people[at].shown.focusStartedAt = status == .focusing ? now : nil
                people[at].shown.planned = nil
            }
        case .attend:
            people[at].devices[number].saidAway = false
            people[at].devices[number].hasStream = true
        case .leave:
            people[at].devices.remove(at: number)
            if people[at].devices.isEmpty { people.remove(at: at) } else { judge(at) }
            return .success(key)
        case .keepAlive, .join: break
        }
        hear(at, number, now)
        return .success(key)
    }

    private func seatRefusal(_ seat: String, for id: String) -> Refusal? {
        if !seatCodes.contains(seat) { return .seatUnknown([seat]) }
        return people.contains { $0.shown.seat == seat && $0.shown.memberID != id } ? .seatOccupied(seat) : nil
    }

    /// A sign of life ends a silence; who set AWAY themselves stays AWAY, and keeps what was lost so.
    private mutating func hear(_ at: Int, _ number: Int, _ now: Timestamp) {
        people[at].devices[number].lastSign = now
        let wasAway = people[at].shown.status == .away
        let isThere = !people[at].devices[number].saidAway
        if isThere || !wasAway { people[at].devices[number].isLost = false }
        judge(at)
    }

    private mutating func judge(_ at: Int) {
        let isAway = people[at].devices.allSatisfy { $0.saidAway || $0.isLost }
        people[at].shown.status = isAway ? .away : people[at].base
    }

    private func show(_ focus: RoomFocus, on member: inout RoomMember) {
        (member.focusStartedAt, member.planned) = (nil, nil)
        switch focus {
        case .focusing(let startedAt, let planned):
            member.status = .focusing
            (member.focusStartedAt, member.planned) = (startedAt, planned)
        case .resting: member.status = .resting
        case .idle: member.status = .idle
        }
    }

    mutating func focus(_ focus: RoomFocus, of id: String) {
        guard let at = people.firstIndex(where: { $0.shown.memberID == id }) else { return }
        let before = people[at].shown
        show(focus, on: &people[at].shown)
        people[at].base = people[at].shown.status
        if before.status == .away { people[at].shown.status = .away }
        if people[at].shown != before { seq += 1 }
    }

    mutating func endStream(_ key: DeviceKey, now: Timestamp) {
        guard let (at, number) = place(of: key), people[at].devices[number].hasStream else { return }
        people[at].devices[number].hasStream = false
        people[at].devices[number].lastSign = now
        if people[at].shown.status != .away { people[at].devices[number].isLost = false }
    }

    /// Every device is judged.
    mutating func look(now: Timestamp) {
        for at in people.indices.reversed() {
            let before = people[at].shown
            for number in people[at].devices.indices.reversed() {
                let device = people[at].devices[number]
                let limit = device.isLost ? leaveAfter : min(awayAfter, leaveAfter)
                guard device.lastSign + limit <= now else { continue }
                if device.hasStream {
                    people[at].devices[number].lastSign = now
                    if before.status != .away { people[at].devices[number].isLost = false }
                } else if device.lastSign + leaveAfter <= now {
                    people[at].devices.remove(at: number)
                } else {
                    people[at].devices[number].isLost = true
                }
            }
            if people[at].devices.isEmpty {
                people.remove(at: at)
                seq += 1
            } else {
                judge(at)
                if people[at].shown != before { seq += 1 }
            }
        }
    }
}
