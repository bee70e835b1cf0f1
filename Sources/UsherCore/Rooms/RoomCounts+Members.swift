extension RoomCounts {
    /// The numbers of `members`, who sit in `hall`; without a hall those of no area.
    public init(of members: [RoomMember], in hall: HallRevision?, seq: UInt64) {
        var tally = RoomTally(hall ?? HallRevision(Hall(hallID: "", rowCount: 0, columnCount: 0, seats: [])))
        for member in members { tally.add(member) }
        self.init(seq: seq, whole: tally.whole, areas: tally.areas)
    }
}
