import UsherCore

/// A flat list of a known make, whose values need not be told.
struct FlatPreset {
    let statusValues: [String: SeatState]

    /// An area of a concert hall as FVSeatsPicker and its kind have it: an id, how many seats one may take, the seats.
    init?(_ document: LayoutValue) {
        guard document["areaid"] != .null, document["max_num"] != .null, document["seats"].list != nil else {
            return nil
        }
        statusValues = ["0": .available, "1": .blocked, "2": .locked, "3": .sold]
    }

    /// From this price on a seat is not for sale, whatever its status says.
    private static let prohibitive = 9_999_900.0

    /// The states with seats blocked whose price says so.
    func withheld(_ records: [LayoutValue], _ states: [SeatState?], _ report: inout ImportReport) -> [SeatState?] {
        var states = states
        var count = 0
        for (index, record) in records.enumerated() {
            guard let price = record["price"].double, price >= Self.prohibitive else { continue }
            count += 1
            if states[index] == nil || states[index] == .available { states[index] = .blocked }
        }
        if count > 0 {
            report.guesses.append(
                "\(CountText.of(count, "seat has", "seats have")) a price that nobody pays (9999900 and more): not for sale, "
                    + "blocked")
        }
        return states
    }
}
