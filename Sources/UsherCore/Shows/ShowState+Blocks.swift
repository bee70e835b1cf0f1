/// BlockSeats, UnblockSeats: all or nothing; what is so already makes no commit.
extension ShowState {
    func decideBlockSeats(_ codes: [String], _ reason: String) throws(Refusal) -> Decision {
        let seats = try seatsToMove(codes, reason, from: .available)
        return seats.isEmpty ? .reply(.seq) : .commit([.blocked(seats: seats, reason: reason)], reply: .seq)
    }

    func decideUnblockSeats(_ codes: [String], _ reason: String) throws(Refusal) -> Decision {
        let seats = try seatsToMove(codes, reason, from: .blocked)
        return seats.isEmpty ? .reply(.seq) : .commit([.unblocked(seats: seats, reason: reason)], reply: .seq)
    }

    /// Those of the seats that are in `state`; a locked or sold one refuses the whole.
    private func seatsToMove(
        _ codes: [String], _ reason: String, from state: SeatState
    ) throws(Refusal) -> [Int32] {
        var faults = FaultList()
        if codes.isEmpty { faults.add("seats", "must name at least one seat") }
        if !TextRules.isPlain(reason, atMost: Limits.reasonCharacters) {
            faults.add(
                "reason", "must be at most \(Limits.reasonCharacters) characters without control characters")
        }
        let named = named(codes, field: "seats", &faults)
        try faults.check()
        try named.check()
        let taken = named.seats.filter { seat in
            let byte = states[Int(seat)]
            return byte == SeatState.locked.rawValue || byte == SeatState.sold.rawValue
        }
        if !taken.isEmpty { throw .seatTaken(self.codes(taken)) }
        return named.seats.filter { states[Int($0)] == state.rawValue }
    }
}
