extension RoomState {
    /// Does what a record says: one that `decide`, `focus` or `lapse` made on this very state, or one from the log.
    /// Returns what others see of it; nil if nothing. Traps only on our own bugs, and prints where the room stands.
    @discardableResult
    public mutating func apply(_ record: RoomRecord) -> RoomChange? {
        precondition(record.index == logIndex + 1, "record \(record) out of order; \(standing)")
        precondition(record.at >= lastCommitAt, "record \(record) goes back in time; \(standing)")
        logIndex = record.index
        lastCommitAt = record.at
        switch record.fact {
        case .joined(let member, let device):
            applyJoined(member, device)
            return seen(.joined(member))
        case .updated(let update):
            applyUpdated(update)
            return seen(.updated(update))
        case .left(let memberID):
            applyLeft(memberID)
            return seen(.left(memberID))
        case .deviceAdded(let memberID, let device):
            precondition(roster[memberID] != nil, "record \(record): nobody has that id; \(standing)")
            roster[memberID]!.devices.append(device.key.number)
            number(device)
            insert(device, of: memberID, heardAt: record.at)
        case .deviceEnded(let number):
            guard let device = devices.removeValue(forKey: number) else {
                preconditionFailure("record \(record): no such device; \(standing)")
            }
            roster[device.memberID]?.devices.removeAll { $0 == number }
        case .deviceAway(let number, let isAway):
            precondition(devices[number] != nil, "record \(record): no such device; \(standing)")
            devices[number]!.saidAway = isAway
        case .statusKept(let memberID, let status):
            precondition(roster[memberID] != nil, "record \(record): nobody has that id; \(standing)")
            roster[memberID]!.base = status
        }
        return nil
    }

    private mutating func seen(_ kind: RoomChange.Kind) -> RoomChange {
        seq += 1
        return RoomChange(seq: seq, kind: kind)
    }

    private mutating func applyJoined(_ member: RoomMember, _ device: RoomDevice) {
        precondition(roster[member.memberID] == nil, "\(member.memberID) is there already; \(standing)")
        lastOrder += 1
        roster[member.memberID] = Member(
            shown: member, base: member.status, devices: [device.key.number], order: lastOrder)
        sit(member.memberID, from: "", to: member.seat)
        number(device)
        insert(device, of: member.memberID, heardAt: lastCommitAt)
    }

    private mutating func applyUpdated(_ update: MemberUpdate) {
        guard let before = roster[update.memberID]?.shown.seat else {
            preconditionFailure("nobody has the id \(update.memberID); \(standing)")
        }
        roster[update.memberID]!.shown.apply(update)
        if let status = update.status, status != .away { roster[update.memberID]!.base = status }
        if let seat = update.seat { sit(update.memberID, from: before, to: seat) }
    }

    private mutating func applyLeft(_ memberID: String) {
        guard let member = roster.removeValue(forKey: memberID) else {
            preconditionFailure("nobody has the id \(memberID); \(standing)")
        }
        sit(memberID, from: member.shown.seat, to: "")
        for number in member.devices { devices[number] = nil }
    }

    private mutating func sit(_ memberID: String, from old: String, to new: String) {
        if !old.isEmpty { seats[old] = nil }
        guard !new.isEmpty else { return }
        precondition(seats[new] == nil, "seat \(new) is \(seats[new] ?? "")'s, not \(memberID)'s; \(standing)")
        seats[new] = memberID
    }

    private mutating func number(_ device: RoomDevice) {
        precondition(device.key.number > lastDevice, "device \(device.key.number) made twice; \(standing)")
        lastDevice = device.key.number
    }

    mutating func insert(_ device: RoomDevice, of memberID: String, heardAt: Timestamp) {
        devices[device.key.number] = Device(
            secret: device.key.secret, deviceID: device.deviceID, memberID: memberID, saidAway: device.saidAway,
            lastSign: heardAt)
        schedule(device.key.number)
    }
}
