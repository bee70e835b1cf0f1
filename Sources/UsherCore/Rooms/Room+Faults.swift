extension Room {
    /// Everything that is wrong with the room's fields, by proto path (`room.away_after`); empty if it may be made.
    public var faults: [FieldFault] {
        var faults = FaultList()
        faults.add(TextRules.idFault(roomID, field: "room.room_id"))
        faults.add(TextRules.idFault(hallID, field: "room.hall_id"))
        if !TextRules.isPlain(name, atMost: Limits.titleCharacters) {
            faults.add("room.name", "must be at most \(Limits.titleCharacters) characters without control characters")
        }
        let spans = Limits.shortestPresence...Limits.longestSpan
        if !spans.contains(awayAfter) { faults.add("room.away_after", "must be 1 s to 30 days") }
        if !spans.contains(leaveAfter) { faults.add("room.leave_after", "must be 1 s to 30 days") }
        // A `leaveAfter` below the usual `awayAfter` is one of a room where nobody is AWAY first.
        let isSensible = spans.contains(awayAfter) && spans.contains(leaveAfter)
        if isSensible, awayAfter > leaveAfter, awayAfter != Room.usualAwayAfter {
            faults.add(
                "room.away_after",
                "must not be longer than leave_after, which is \(leaveAfter.inSeconds) s: nobody would ever be AWAY")
        }
        return faults.all
    }

    /// The content that a caller gives when making a room.
    public var contentDigest: ContentDigest {
        var digest = ContentDigest()
        digest.add(roomID)
        digest.add(hallID)
        digest.add(hallRevision)
        digest.add(name)
        digest.add(UInt64(bitPattern: awayAfter.nanoseconds))
        digest.add(UInt64(bitPattern: leaveAfter.nanoseconds))
        return digest
    }
}
