/// A room's numbers, kept up change by change.
struct RoomTally: Sendable {
    private(set) var whole = MemberCounts()
    private(set) var areas: [AreaCounts]
    private let hall: HallRevision

    init(_ hall: HallRevision) {
        self.hall = hall
        areas = hall.hall.areas.map { AreaCounts(areaID: $0.areaID, counts: MemberCounts()) }
    }

    mutating func add(_ member: RoomMember) { count(member, by: 1) }

    mutating func remove(_ member: RoomMember) { count(member, by: -1) }

    private mutating func count(_ member: RoomMember, by step: Int) {
        whole.count(member.status, by: step)
        guard !areas.isEmpty, !member.seat.isEmpty, let index = hall.seatIndex(member.seat) else { return }
        let seat = hall.hall.seats[index]
        for (position, area) in hall.hall.areas.enumerated() where area.contains(seat) {
            areas[position].counts.count(member.status, by: step)
        }
    }
}

extension MemberCounts {
    fileprivate mutating func count(_ status: MemberStatus, by step: Int) {
        present += step
        switch status {
        case .idle: break
        case .focusing: focusing += step
        case .resting: resting += step
        case .away: away += step
        }
    }
}

extension Area {
    fileprivate func contains(_ seat: Seat) -> Bool {
        seat.row >= firstRow && seat.row - firstRow < rowCount && seat.column >= firstColumn
            && seat.column - firstColumn < columnCount
    }
}
