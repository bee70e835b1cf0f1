/// Signs of life and what their absence does.
extension RoomState {
    /// The earliest time at which a device may be lost or gone; never too late, but perhaps too early: signs that came
    /// since move nothing here. O(1).
    public var nextDeadline: Timestamp? { deadlines.first?.deadline }

    /// How many looks are planned, stale ones too.
    package var queueLength: Int { deadlines.count }

    /// The device lives, as of `at`. Say so after what its command made was applied: a device that was lost is back
    /// where its member is not AWAY.
    public mutating func hear(_ number: UInt64, at: Timestamp) {
        guard let place = devices.index(forKey: number) else { return }
        devices.values[place].lastSign = max(devices.values[place].lastSign, at)
        guard devices.values[place].isLost, !(roster[devices.values[place].memberID]?.isAway ?? true) else { return }
        devices.values[place].isLost = false
        schedule(number)
    }

    /// When the device was heard last.
    public func lastSign(of number: UInt64) -> Timestamp {
        devices[number]?.lastSign ?? Timestamp(nanoseconds: .min)
    }

    /// A device whose silence may be too long at `now`; nil if there is none. Let the room `hear` what its stream heard,
    /// then have it judged by `lapse`, and ask again.
    public mutating func nextSilent(now: Timestamp) -> UInt64? {
        while let first = deadlines.first, first.deadline <= now {
            if let device = devices[first.key], device.scheduled == first.deadline {
                if deadline(of: device) <= now { return first.key }
                deadlines.popFirst()
                schedule(first.key)
            } else {
                deadlines.popFirst()
            }
        }
        return nil
    }

    /// Judges a device that `nextSilent` named: lost after `awayAfter` of silence, gone after `leaveAfter`. The caller
    /// appends the facts and applies them at once.
    public mutating func lapse(_ number: UInt64, now: Timestamp) -> [RoomFact] {
        guard var device = devices[number], let member = roster[device.memberID] else { return [] }
        guard deadline(of: device) <= now else {
            schedule(number)
            return []
        }
        if device.lastSign + room.leaveAfter <= now { return ending(number, device) }
        device.isLost = true
        devices[number] = device
        schedule(number)
        return member.devices.allSatisfy { devices[$0]?.isAbsent ?? true } ? away(member) : []
    }

    /// What the device's member does where its open stream is heard again: returns, unless the device set AWAY itself.
    public func returning(_ number: UInt64) -> [RoomFact] {
        guard let device = devices[number], device.isLost else { return [] }
        let key = DeviceKey(number: number, secret: device.secret)
        guard case .accept(let facts, _, _) = accept(key, device, { _ in }) else { return [] }
        return facts
    }

    /// Lost, and not heard since.
    public func isLost(_ number: UInt64) -> Bool { devices[number]?.isLost ?? false }

    /// All devices count as heard at `heardAt` at least; those of members who are AWAY are lost until they are heard
    /// again.
    public mutating func restart(heardAt: Timestamp) {
        for (number, device) in devices {
            devices[number]!.lastSign = max(device.lastSign, heardAt)
            devices[number]!.isLost = roster[device.memberID]?.isAway ?? false
        }
        rebuildDeadlines()
    }

    /// Takes over when devices were heard from the same room in memory, of which a commit failed.
    public mutating func adoptSigns(of other: RoomState) {
        for (number, device) in other.devices where devices[number] != nil {
            devices[number]!.lastSign = device.lastSign
        }
        rebuildDeadlines()
    }

    // MARK: Deadlines

    private func deadline(of device: Device) -> Timestamp {
        device.lastSign + (device.isLost ? room.leaveAfter : min(room.awayAfter, room.leaveAfter))
    }

    mutating func schedule(_ number: UInt64) {
        guard let device = devices[number] else { return }
        let next = deadline(of: device)
        var isQueued = device.scheduled == next
        if deadlines.first == DeadlineHeap.Entry(deadline: device.scheduled, key: number) {
            deadlines.popFirst()
            isQueued = false
        }
        guard !isQueued else { return }
        devices[number]!.scheduled = next
        deadlines.push(DeadlineHeap.Entry(deadline: next, key: number))
        // Stale entries of devices that come and go: no more than twice what is needed.
        if deadlines.count > 2 * devices.count + 64 { rebuildDeadlines() }
    }

    private mutating func rebuildDeadlines() {
        deadlines = DeadlineHeap(
            devices.map { DeadlineHeap.Entry(deadline: deadline(of: $0.value), key: $0.key) })
        for number in devices.keys { devices[number]!.scheduled = deadline(of: devices[number]!) }
    }
}
