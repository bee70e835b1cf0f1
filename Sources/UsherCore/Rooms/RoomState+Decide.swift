extension RoomState {
    /// What the command would do now. Pure: the caller appends the facts, applies them, lets the room `hear` the device
    /// (also where it was refused: a call with a token is a sign of life), then answers.
    ///
    /// Devices whose time is over count as there until `lapse` judged them. `focus`: what the member's running session
    /// in this room shows; only a member who joins takes it.
    public func decide(_ command: RoomCommand, now: Timestamp, focus: RoomFocus? = nil) -> RoomDecision {
        let now = effectiveNow(now)
        let faults = command.faults
        guard faults.isEmpty else { return .refuse(.fields(faults)) }
        do {
            switch command {
            case .join(let memberID, let nickname, let avatar, let seat, let deviceID, let secret):
                let visit = Visit(
                    memberID: memberID, nickname: nickname, avatar: avatar, seat: seat, deviceID: deviceID,
                    secret: secret)
                return try decideJoin(visit, now, focus)
            case .takeSeat(let key, let seat):
                let device = try device(of: key)
                try check(seat: seat, of: device.memberID)
                return accept(key, device, endsOwnAway: true) { member in member.shown.seat = seat }
            case .leaveSeat(let key, let seat):
                let device = try device(of: key)
                return accept(key, device) { member in
                    if seat.isEmpty || seat == member.shown.seat { member.shown.seat = "" }
                }
            case .setStatus(let key, .away):
                return decideAway(key, try device(of: key))
            case .setStatus(let key, let status):
                return accept(key, try device(of: key), endsOwnAway: true) { member in
                    // Once more is nothing new: a repeat begins no focus anew, nor does a return from AWAY.
                    guard member.base != status else { return }
                    member.base = status
                    member.shown.focusStartedAt = status == .focusing ? now : nil
                    member.shown.planned = nil
                }
            case .keepAlive(let key): return accept(key, try device(of: key)) { _ in }
            case .attend(let key): return accept(key, try device(of: key), endsOwnAway: true) { _ in }
            case .leave(let key):
                // A device that is gone has left: once more is well.
                guard knows(key), let device = devices[key.number] else {
                    return .accept([], memberID: "", device: key)
                }
                return .accept(ending(key.number, device), memberID: device.memberID, device: key)
            }
        } catch {
            return .refuse(error)
        }
    }

    /// What a focus session of the member does here; nothing if they are not there. It is no sign of life: a member who
    /// is AWAY stays so, and comes back to the session's status.
    public func focus(_ focus: RoomFocus, of memberID: String) -> [RoomFact] {
        guard let member = roster[memberID] else { return [] }
        var new = member
        new.base = focus.status
        new.shown.focusStartedAt = focus.startedAt
        new.shown.planned = focus.planned
        return facts(from: member, to: new)
    }
}

// What the commands share.
extension RoomState {
    /// A join's fields.
    private struct Visit {
        var memberID: String
        var nickname: String
        var avatar: String
        var seat: String
        var deviceID: String
        var secret: TokenSecret
    }

    private func decideJoin(_ visit: Visit, _ now: Timestamp, _ focus: RoomFocus?) throws(Refusal) -> RoomDecision {
        if !visit.seat.isEmpty { try check(seat: visit.seat, of: visit.memberID) }
        guard let member = roster[visit.memberID] else { return try decideArrival(visit, now, focus) }
        let change = { (member: inout Member) in
            if !visit.seat.isEmpty { member.shown.seat = visit.seat }
            if !visit.nickname.isEmpty { member.shown.nickname = visit.nickname }
            if !visit.avatar.isEmpty { member.shown.avatar = visit.avatar }
        }
        if !visit.deviceID.isEmpty,
            let number = member.devices.first(where: { devices[$0]?.deviceID == visit.deviceID }),
            let device = devices[number]
        {
            return accept(DeviceKey(number: number, secret: device.secret), device, endsOwnAway: true, change)
        }
        var facts: [RoomFact] = []
        if member.devices.count >= Limits.memberDevices {
            let lost = member.devices.filter { devices[$0]?.isLost ?? false }
            guard let longest = lost.min(by: { lastSign(of: $0) < lastSign(of: $1) }) else {
                throw .tooMany("this member has \(Limits.memberDevices) devices in the room already")
            }
            facts.append(.deviceEnded(longest))
        }
        let key = DeviceKey(number: lastDevice + 1, secret: visit.secret)
        facts.append(.deviceAdded(memberID: visit.memberID, RoomDevice(key: key, deviceID: visit.deviceID)))
        var new = member
        new.shown.status = new.base
        change(&new)
        return .accept(facts + self.facts(from: member, to: new), memberID: visit.memberID, device: key)
    }

    private func decideArrival(_ visit: Visit, _ now: Timestamp, _ focus: RoomFocus?) throws(Refusal) -> RoomDecision {
        guard roster.count < Limits.roomMembers else {
            throw .tooMany("this room has \(Limits.roomMembers) members already")
        }
        let key = DeviceKey(number: lastDevice + 1, secret: visit.secret)
        let member = RoomMember(
            memberID: visit.memberID, seat: visit.seat, status: focus?.status ?? .idle,
            focusStartedAt: focus?.startedAt, planned: focus?.planned, nickname: visit.nickname,
            avatar: visit.avatar, joinedAt: now.cutToSecond)
        return .accept(
            [.joined(member, RoomDevice(key: key, deviceID: visit.deviceID))], memberID: visit.memberID, device: key)
    }

    private func decideAway(_ key: DeviceKey, _ device: Device) -> RoomDecision {
        guard !device.saidAway, let member = roster[device.memberID] else {
            return .accept([], memberID: device.memberID, device: key)
        }
        let isAlone = member.devices.allSatisfy { $0 == key.number || devices[$0]?.isAbsent ?? true }
        return .accept(
            [.deviceAway(key.number, true)] + (isAlone ? away(member) : []), memberID: device.memberID, device: key)
    }

    /// The device speaks: its member is there again, unless all it says is that it lives and it set AWAY itself; and
    /// whatever else `change` does, in one change.
    func accept(
        _ key: DeviceKey, _ device: Device, endsOwnAway: Bool = false, _ change: (inout Member) -> Void
    ) -> RoomDecision {
        guard let member = roster[device.memberID] else {
            preconditionFailure("device \(key.number) is nobody's; \(standing)")
        }
        var facts: [RoomFact] = []
        if endsOwnAway, device.saidAway { facts.append(.deviceAway(key.number, false)) }
        var new = member
        change(&new)
        let isThere = endsOwnAway || !device.saidAway
        if isThere { new.shown.status = new.base }
        return .accept(facts + self.facts(from: member, to: new), memberID: device.memberID, device: key)
    }

    /// What makes `new` of `old`. `base` is the status of a member who is not AWAY.
    private func facts(from old: Member, to new: Member) -> [RoomFact] {
        var new = new
        if !new.isAway { new.shown.status = new.base }
        var facts: [RoomFact] = []
        if new.isAway, new.base != old.base {
            facts.append(.statusKept(memberID: new.shown.memberID, new.base))
        }
        if let update = MemberUpdate(from: old.shown, to: new.shown) { facts.append(.updated(update)) }
        return facts
    }

    func away(_ member: Member) -> [RoomFact] {
        member.isAway ? [] : [.updated(MemberUpdate(memberID: member.shown.memberID, status: .away))]
    }

    /// The device is gone for good: so is its member if it was the last one, and AWAY if no other one is there.
    func ending(_ number: UInt64, _ device: Device) -> [RoomFact] {
        guard let member = roster[device.memberID], member.devices.count > 1 else { return [.left(device.memberID)] }
        let isMissed = member.devices.allSatisfy { $0 == number || devices[$0]?.isAbsent ?? true }
        return [.deviceEnded(number)] + (isMissed ? away(member) : [])
    }

    // MARK: Checks

    /// Whether the member may sit there: the seat is one, and nobody else's.
    private func check(seat: String, of memberID: String) throws(Refusal) {
        guard hall.seatIndex(seat) != nil else { throw .seatUnknown([seat]) }
        if let other = seats[seat], other != memberID { throw .seatOccupied(seat) }
    }
}

extension Timestamp {
    /// Without the fraction of a second.
    var cutToSecond: Timestamp {
        let fraction = nanoseconds % 1_000_000_000
        // From the first second of the range no more can be taken.
        let (cut, overflow) = nanoseconds.subtractingReportingOverflow(
            fraction < 0 ? fraction + 1_000_000_000 : fraction)
        return Timestamp(nanoseconds: overflow ? nanoseconds : cut)
    }
}
