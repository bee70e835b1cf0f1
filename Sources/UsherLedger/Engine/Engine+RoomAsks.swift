import UsherCore

// What is asked of rooms.
extension Engine {
    func handleRoom(_ ask: Ask) throws(LedgerError) {
        switch ask {
        case .createRoom(let room, let tenant, let reply):
            try decide(reply) { () throws(LedgerError) in try createRoom(room, tenant: tenant) }
        case .executeInRoom(let command, let ref, let reply):
            try decide(reply) { () throws(LedgerError) in try execute(command, in: ref) }
        case .attend(let device, let ref, let pulse, let reply):
            try decide(reply) { () throws(LedgerError) in try attend(device, ref, pulse) }
        case .unattend(let device, let ref, let pulse):
            // In its turn: the stream may have begun in this very batch.
            batch.answers.append { [self] _ in unattend(device, ref, pulse) }
        case .followRoom(let ref, let reply):
            try decide(reply) { () throws(LedgerError) in try follow(ref) }
        case .unfollowRoom(let ref):
            unfollow(ref)
        default: break
        }
    }

    private func createRoom(_ room: Room, tenant: String) throws(LedgerError) -> Verdict<Room> {
        let ref = RoomRef(tenant: tenant, roomID: room.roomID)
        let digest = room.contentDigest
        if let existing = try store.room(ref) {
            // Also as it was answered: with the revision that the ledger chose.
            let isSame = existing.digest == digest || existing.room == room
            return isSame ? .success(existing.room) : .failure(.roomExists)
        }
        let faults = room.faults
        if !faults.isEmpty { return .failure(.fields(faults)) }
        var new = room
        if new.hallRevision == 0 { new.hallRevision = try store.newestHall(new.hallID, tenant: tenant) ?? 0 }
        guard try revision(HallKey(tenant: tenant, hallID: new.hallID, revision: new.hallRevision)) != nil else {
            return .failure(.hallUnknown)
        }
        _ = try store.insert(new, epoch: newEpoch(), digest: digest, tenant: tenant)
        return .success(new)
    }

    /// A command of a device in a room that is not there is one of a device that is not there.
    func execute(_ command: RoomCommand, in ref: RoomRef) throws(LedgerError) -> Verdict<RoomReply> {
        guard let room = try loaded(ref) else {
            return .failure(command.device == nil ? .roomUnknown : .memberUnknown)
        }
        let now = room.state.effectiveNow(batch.now)
        var focus: RoomFocus?
        if case .join(let memberID, _, _, _, _, _) = command { focus = try runningFocus(of: memberID, in: ref) }
        switch room.state.decide(command, now: now, focus: focus) {
        case .refuse(let refusal):
            if let device = command.device, room.state.knows(device) { hear(device.number, room, at: now) }
            return .failure(refusal)
        case .accept(let facts, let memberID, let device):
            let before = room.state.member(memberID)
            for fact in facts { try append(fact, to: room) }
            if room.state.knows(device) { hear(device.number, room, at: now) }
            switch command {
            case .join, .keepAlive: lendEar(to: device, room, now)
            case .takeSeat, .leaveSeat, .setStatus, .attend, .leave: break
            }
            let member =
                room.state.member(memberID) ?? before ?? RoomMember(memberID: memberID, joinedAt: now)
            return .success(
                RoomReply(
                    member: member, device: device, room: room.state.room,
                    position: Position(epoch: room.state.epoch, seq: room.state.seq), serverTime: now))
        }
    }

    /// A focus session's standing in its room, in this batch: nothing where the member is not there. The session's own
    /// record is the caller's.
    func setFocus(_ focus: RoomFocus, of memberID: String, in ref: RoomRef) throws(LedgerError) {
        guard let room = try loaded(ref) else { return }
        for fact in room.state.focus(focus, of: memberID) { try append(fact, to: room) }
    }

    /// One record: applied to the pending state and written.
    func append(_ fact: RoomFact, to room: LoadedRoom) throws(LedgerError) {
        batch.touch(room)
        switch fact {
        case .left(let memberID): end(room.state.devices(of: memberID), in: room)
        case .deviceEnded(let number): end([number], in: room)
        default: break
        }
        let wasEmpty = room.state.memberCount == 0
        let record = RoomRecord(
            index: room.state.logIndex + 1, at: room.state.effectiveNow(batch.now), fact: fact)
        let change = room.state.apply(record)
        try store.append(record, seq: room.state.seq, roomKey: room.key)
        if let change { room.changes.append(change) }
        let isEmpty = room.state.memberCount == 0
        if isEmpty != wasEmpty { try store.setLive(!isEmpty, roomKey: room.key) }
    }

    /// Devices that are no more, as far as this batch goes. Their ears go at once: a batch that fails costs one look.
    private func end(_ numbers: [UInt64], in room: LoadedRoom) {
        room.ended += numbers
        for number in numbers { closeEar(number, room) }
    }

    /// A device that came, or keeps itself alive, will do so again: its calls need the ledger's thread no more.
    private func lendEar(to device: DeviceKey, _ room: LoadedRoom, _ now: Timestamp) {
        batch.answers.append { [self] error in
            guard error == nil, !room.isStale, room.state.knows(device), !room.state.isLost(device.number) else {
                return
            }
            if let ear = ears.open(DeviceEars.Place(room: room.ref, device: device), heardAt: now) {
                room.ears[device.number] = (device, ear)
            }
        }
    }

    /// Nothing is heard by it any more.
    func closeEar(_ number: UInt64, _ room: LoadedRoom) {
        guard let (device, _) = room.ears[number] else { return }
        ears.close(DeviceEars.Place(room: room.ref, device: device))
        if let heardAt = room.ears.removeValue(forKey: number)?.ear.heardAt { room.state.hear(number, at: heardAt) }
    }

    private func hear(_ number: UInt64, _ room: LoadedRoom, at now: Timestamp) {
        room.state.hear(number, at: now)
        // A device that was lost is to be looked at earlier than it was.
        schedule(room)
    }

    // MARK: Streams

    private func attend(_ device: DeviceKey, _ ref: RoomRef, _ pulse: any DevicePulse) throws(LedgerError)
        -> Verdict<RoomReply>
    {
        let verdict = try execute(.attend(device), in: ref)
        if case .success = verdict, let room = rooms[ref] {
            batch.answers.append { error in
                if error == nil { room.open(pulse, of: device.number) }
            }
        }
        return verdict
    }

    func unattend(_ device: DeviceKey, _ ref: RoomRef, _ pulse: any DevicePulse) {
        guard let room = rooms[ref] else { return }
        let now = room.state.effectiveNow(clock.now)
        if room.state.knows(device), let heardAt = room.lastHeard(device.number, now: now) {
            room.state.hear(device.number, at: heardAt)
            schedule(room)
        }
        room.close(pulse, of: device.number)
    }

    // MARK: Followers

    private func follow(_ ref: RoomRef) throws(LedgerError) -> Verdict<Void> {
        guard let room = try loaded(ref) else { return .failure(.roomUnknown) }
        if !room.isFollowed {
            room.isFollowed = true
            room.begins = true
            batch.touch(room)
        }
        return .success(())
    }

    func unfollow(_ ref: RoomRef) {
        guard let room = rooms[ref] else { return }
        room.isFollowed = false
        room.begins = false
    }
}
