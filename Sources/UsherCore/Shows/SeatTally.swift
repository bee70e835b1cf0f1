/// Seats per zone and state, kept up to date with each change so that counts never cost a pass over the seats.
struct SeatTally: Sendable {
    /// Five counters a slot: total, then one per state. Slot 0 is seats without a zone, the others follow the hall's
    /// zones.
    private var counters: [Int]

    init(hall: HallRevision, states: [UInt8]) {
        counters = [Int](repeating: 0, count: (hall.hall.zones.count + 1) * 5)
        for (seat, state) in states.enumerated() {
            let slot = Self.slot(hall.zone(ofSeat: seat))
            counters[slot] += 1
            counters[slot + Int(state)] += 1
        }
    }

    private static func slot(_ zone: Int?) -> Int {
        zone.map { ($0 + 1) * 5 } ?? 0
    }

    mutating func move(zone: Int?, from old: SeatState, to new: SeatState) {
        let slot = Self.slot(zone)
        counters[slot + Int(old.rawValue)] -= 1
        counters[slot + Int(new.rawValue)] += 1
    }

    func counts(hall: HallRevision) -> SeatCounts {
        var counts = SeatCounts()
        for slot in stride(from: 0, to: counters.count, by: 5) {
            counts.total += counters[slot]
            counts.available += counters[slot + Int(SeatState.available.rawValue)]
            counts.locked += counters[slot + Int(SeatState.locked.rawValue)]
            counts.sold += counters[slot + Int(SeatState.sold.rawValue)]
            counts.blocked += counters[slot + Int(SeatState.blocked.rawValue)]
        }
        counts.zones = hall.hall.zones.enumerated().map { index, zone in
            let slot = Self.slot(index)
            var result = ZoneCounts(zoneID: zone.zoneID)
            result.total = counters[slot]
            result.available = counters[slot + Int(SeatState.available.rawValue)]
            result.locked = counters[slot + Int(SeatState.locked.rawValue)]
            result.sold = counters[slot + Int(SeatState.sold.rawValue)]
            result.blocked = counters[slot + Int(SeatState.blocked.rawValue)]
            return result
        }
        return counts
    }
}
