import UsherCore

// Rooms in and out of memory, and on time.
extension Engine {
    // MARK: Time

    /// Rooms in which somebody was when the last run ended: all their devices count as heard at the start, and each room
    /// is loaded well before the first of them can be lost, not all at once.
    func scheduleLiveRooms() throws(LedgerError) {
        let live = try store.liveRooms()
        for (position, room) in live.enumerated() {
            let spread = room.awayAfter.nanoseconds / Limits.startSpread
            let share = spread / Int64(live.count) * Int64(position)
            roomsToLoad.insert(room.key)
            let look = clock.startedAt + TimeSpan(nanoseconds: share)
            roomDeadlines.push(DeadlineHeap.Entry(deadline: look, key: room.key))
        }
    }

    /// Judges the devices whose time may be over.
    func lapseDue() throws(LedgerError) {
        while let first = roomDeadlines.first, first.deadline <= batch.now {
            roomDeadlines.popFirst()
            let mark = store.writes
            do {
                guard let room = try scheduledRoom(first) else { continue }
                room.scheduled = nil
                try lapse(room)
                schedule(room)
            } catch {
                // One room that cannot be read does not keep the others from their time.
                guard error.kind == .damaged, store.writes == mark else { throw error }
                notices.trouble(error, now: clock.now)
            }
        }
    }

    private func scheduledRoom(_ entry: DeadlineHeap<Int64>.Entry) throws(LedgerError) -> LoadedRoom? {
        if let room = roomsByKey[entry.key] {
            guard room.scheduled == entry.deadline else { return nil }
            if room.isStale { try reloadOrGiveUp(room) }
            return roomsByKey[entry.key]
        }
        guard roomsToLoad.remove(entry.key) != nil, let stored = try store.room(key: entry.key) else { return nil }
        let room = try load(stored)
        keep(room)
        return room
    }

    private func lapse(_ room: LoadedRoom) throws(LedgerError) {
        let now = room.state.effectiveNow(batch.now)
        for (number, heardAt) in room.returnedStreams(now: now) {
            for fact in room.state.returning(number) { try append(fact, to: room) }
            room.state.hear(number, at: heardAt)
        }
        while let number = room.state.nextSilent(now: now) {
            if let heardAt = room.lastHeard(number, now: now) {
                room.state.hear(number, at: heardAt)
                // Silent all the same: its ear is closed before it is judged, so that no call is answered in between as
                // if nothing had happened.
                let patience = min(room.state.room.awayAfter, room.state.room.leaveAfter)
                if heardAt + patience <= now { closeEar(number, room) }
            }
            for fact in room.state.lapse(number, now: now) { try append(fact, to: room) }
            room.noteJudged(number)
        }
    }

    /// Has the engine look at the room when a device of it may be lost or gone.
    func schedule(_ room: LoadedRoom) {
        guard var next = room.state.nextDeadline else { return }
        if !room.lostStreams.isEmpty { next = min(next, batch.now + Limits.lostStreamLook) }
        next = next.onPresenceGrid
        if let scheduled = room.scheduled, scheduled <= next { return }
        room.scheduled = next
        roomDeadlines.push(DeadlineHeap.Entry(deadline: next, key: room.key))
        // Looks that were moved forward: no more than twice what is needed.
        if roomsToLoad.isEmpty, roomDeadlines.count > 2 * rooms.count + 1_024 {
            roomDeadlines = DeadlineHeap(
                rooms.values.compactMap { room in
                    room.scheduled.map { DeadlineHeap.Entry(deadline: $0, key: room.key) }
                })
        }
    }

    func publishRooms() {
        for room in batch.touchedRooms {
            let changes = room.settleCommitted()
            if room.begins {
                room.begins = false
                observer?.began(
                    room.ref, RoomStart(room: room.state.room, hall: room.state.hall, history: room.history))
            } else if room.isFollowed, !changes.isEmpty {
                observer?.committed(room.ref, changes)
            }
            schedule(room)
            grownRooms.insert(room.key)
        }
    }

    // MARK: Memory

    /// The room in memory, loaded if need be; nil if there is none.
    func loaded(_ ref: RoomRef) throws(LedgerError) -> LoadedRoom? {
        if let room = rooms[ref] {
            if room.isStale { try reloadOrGiveUp(room) }
            room.lastUsed = batch.now
            return room
        }
        guard let stored = try store.room(ref) else { return nil }
        let room = try load(stored)
        keep(room)
        return room
    }

    private func keep(_ room: LoadedRoom) {
        rooms[room.ref] = room
        roomsByKey[room.key] = room
        roomsToLoad.remove(room.key)
        schedule(room)
    }

    private func forget(_ room: LoadedRoom) {
        closeEars(room)
        rooms[room.ref] = nil
        roomsByKey[room.key] = nil
    }

    /// Snapshot and the log behind it.
    private func load(_ stored: StoredRoom) throws(LedgerError) -> LoadedRoom {
        let hallKey = HallKey(
            tenant: stored.ref.tenant, hallID: stored.room.hallID, revision: stored.room.hallRevision)
        guard let hall = try revision(hallKey) else {
            throw LedgerError(.damaged, "hall \(hallKey.hallID) of room \(stored.ref.roomID) is gone from the store")
        }
        let image = try store.image(roomKey: stored.key)
        var state = RoomState(room: stored.room, hall: hall, epoch: stored.epoch, image: image ?? RoomImage())
        var history = RoomHistory(
            epoch: stored.epoch, hall: hall, room: stored.room, seq: state.seq, members: state.members)
        try store.records(roomKey: stored.key, after: state.logIndex) { (record) throws(LedgerError) in
            if let change = state.apply(record) { history.append(change) }
        }
        state.restart(heardAt: clock.startedAt)
        return LoadedRoom(
            key: stored.key, ref: stored.ref, state: state, history: history, snapshotIndex: image?.logIndex ?? 0,
            lastUsed: batch.now)
    }

    /// Writes a snapshot if that spares a load enough records.
    func snapshotIfWorthwhile(_ room: LoadedRoom, atLeast records: UInt64) throws(LedgerError) {
        guard !room.isStale, room.replayLength >= records else { return }
        try store.write(room.state.image, roomKey: room.key)
        room.snapshotIndex = room.state.logIndex
    }

    /// Only rooms of the last batch can be due. In big rooms a snapshot costs as much as the replay that it saves.
    func writeDueRoomSnapshots() throws(LedgerError) {
        for key in grownRooms {
            guard let room = roomsByKey[key] else { continue }
            try snapshotIfWorthwhile(room, atLeast: max(tuning.recordsPerSnapshot, UInt64(room.state.memberCount)))
        }
        grownRooms.removeAll(keepingCapacity: true)
    }

    /// Takes rooms out of memory in which nobody is and that nobody reads: after a while, or when there are too many.
    func unloadRooms() throws(LedgerError) {
        let idleSince = batch.now - Limits.idleShow
        let idle = rooms.values.filter(\.isIdle).sorted { $0.lastUsed < $1.lastUsed }
        var surplus = idle.count - tuning.loadedRooms
        for room in idle where surplus > 0 || room.lastUsed <= idleSince {
            surplus -= 1
            try snapshotIfWorthwhile(room, atLeast: tuning.cheapReplay)
            forget(room)
        }
        nextRoomSweep = max(tuning.loadedRooms, 2 * rooms.count)
    }

    // MARK: Failures

    /// After a commit that failed nobody knows which pending states are right. Followers need theirs at once; the others
    /// are read when they are used, or due. Streams and signs of life are kept.
    func recoverRooms() throws(LedgerError) {
        for room in Array(rooms.values) {
            closeEars(room)
            room.forgetBatch()
            room.isStale = true
            if room.isFollowed { try reloadOrGiveUp(room, toldNow: true) }
            guard room.isStale, rooms[room.ref] != nil else { continue }
            // The failed commit may have become durable, and somebody a member by it: there is a deadline then.
            let next = clock.now.onPresenceGrid
            room.scheduled = next
            roomDeadlines.push(DeadlineHeap.Entry(deadline: next, key: room.key))
        }
    }

    private func closeEars(_ room: LoadedRoom) {
        for number in Array(room.ears.keys) { closeEar(number, room) }
    }

    /// A room that cannot be read any more leaves memory. `toldNow`: nobody waits for the error.
    private func reloadOrGiveUp(_ room: LoadedRoom, toldNow: Bool = false) throws(LedgerError) {
        do {
            try reload(room)
        } catch {
            guard error.kind == .damaged else { throw error }
            forget(room)
            if room.isFollowed { observer?.lost(room.ref, error) }
            room.isFollowed = false
            guard toldNow else { throw error }
            notices.trouble(error, now: clock.now)
        }
    }

    /// Brings a room to what the store holds. Changes of a commit that failed and became durable all the same are told
    /// now.
    private func reload(_ room: LoadedRoom) throws(LedgerError) {
        guard let stored = try store.room(room.ref) else {
            throw LedgerError(.damaged, "room \(room.ref.roomID) is gone from the store")
        }
        let fresh = try load(stored)
        guard fresh.history.seq >= room.history.seq, fresh.history.reachesBackTo <= room.history.seq || !room.isFollowed
        else { throw LedgerError(.damaged, "room \(room.ref.roomID) lost commits that were answered") }
        let known = room.history.seq
        var state = fresh.state
        state.adoptSigns(of: room.state)
        room.state = state
        room.history = fresh.history
        room.snapshotIndex = fresh.snapshotIndex
        room.isStale = false
        room.dropStrayStreams()
        room.scheduled = nil
        schedule(room)
        guard room.isFollowed else { return }
        let missed = fresh.history.events(
            after: Position(epoch: fresh.history.epoch, seq: known), now: clock.now
        ).compactMap { event -> RoomChange? in
            if case .change(let change) = event { change } else { nil }
        }
        if !missed.isEmpty { observer?.committed(room.ref, missed) }
    }
}

extension Timestamp {
    /// At or after it, where deadlines of devices are looked at.
    var onPresenceGrid: Timestamp {
        let grid = Limits.presenceGrid.nanoseconds
        let behind = nanoseconds % grid
        return behind == 0 ? self : self + TimeSpan(nanoseconds: behind < 0 ? -behind : grid - behind)
    }
}
