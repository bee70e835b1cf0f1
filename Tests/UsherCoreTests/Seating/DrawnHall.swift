@testable import UsherCore

/// A hall with the states of its seats, drawn: a character a cell, a line a row. Codes are `row-column`.
///
/// `.` free, `x` sold, `#` blocked, `l` locked, `_` no seat, `w` a free place for a wheelchair, `c` for a companion, `r` a
/// free seat with a restricted view, `()` the free halves of a couple's seat, `[]` the sold ones; `{}` and `<>` the same for
/// two ordinary seats that are sold together. A second drawing names the zones by a character each.
struct DrawnHall {
    var hall: Hall
    var states: [UInt8]
    private(set) var revision: HallRevision

    init(_ rows: [String], zones: [String] = [], offsets: [Float] = [], focalPoint: FocalPoint? = nil) {
        var seats: [Seat] = []
        var states: [UInt8] = []
        var zoneIDs: Set<String> = ["z"]
        for (row, line) in rows.enumerated() {
            let zoneLine = zones.indices.contains(row) ? Array(zones[row]) : []
            for (column, cell) in line.enumerated() where cell != "_" {
                let zone = zoneLine.indices.contains(column) ? String(zoneLine[column]) : "z"
                zoneIDs.insert(zone)
                var seat = Seat(code: "\(row)-\(column)", row: row, column: column, zoneID: zone)
                switch cell {
                case "w": seat.kind = .wheelchair
                case "c": seat.kind = .companion
                case "r": seat.kind = .restrictedView
                case "(", "[": (seat.kind, seat.partner) = (.couple, "\(row)-\(column + 1)")
                case ")", "]": (seat.kind, seat.partner) = (.couple, "\(row)-\(column - 1)")
                case "{", "<": seat.partner = "\(row)-\(column + 1)"
                case "}", ">": seat.partner = "\(row)-\(column - 1)"
                default: break
                }
                seats.append(seat)
                let state: SeatState =
                    switch cell {
                    case "x", "[", "]", "<", ">": .sold
                    case "#": .blocked
                    case "l": .locked
                    default: .available
                    }
                states.append(state.rawValue)
            }
        }
        hall = Hall(
            hallID: "D", revision: 1, rowCount: rows.count, columnCount: rows.map(\.count).max() ?? 0,
            rows: offsets.enumerated().map { Row(index: $0.offset, label: "", offset: $0.element) }, seats: seats,
            zones: zoneIDs.sorted().map { Zone(zoneID: $0) }, focalPoint: focalPoint)
        self.states = states
        revision = HallRevision(hall)
    }

    /// The same room with its seats in another order, other printed labels and other zone order.
    func disguised(using generator: inout SeededGenerator) -> DrawnHall {
        var other = self
        let order = hall.seats.indices.shuffled(using: &generator)
        other.hall.seats = order.map { index in
            var seat = hall.seats[index]
            seat.number = String(UInt8.random(in: 0...99, using: &generator))
            return seat
        }
        other.hall.zones.shuffle(using: &generator)
        other.hall.rows = hall.rows.map { Row(index: $0.index, label: "X\($0.index % 2)", offset: $0.offset) }
        other.states = order.map { states[$0] }
        other.revision = HallRevision(other.hall)
        return other
    }

    func index(_ code: String) -> Int32 { Int32(revision.seatIndex(code)!) }

    func indexes(_ codes: [String]) -> [Int32] { codes.map(index) }

    func codes(_ seats: some Sequence<Int32>) -> [String] {
        seats.map { hall.seats[Int($0)] }.sorted { ($0.row, $0.column) < ($1.row, $1.column) }.map(\.code)
    }

    func judge(_ rule: OrphanRule = .avoidable, pairs: Bool = true) -> SeatJudge {
        SeatJudge(
            hall: revision, policy: Policy(maxSeatsPerLock: 50, orphanRule: rule, keepPairsTogether: pairs),
            states: states)
    }

    /// What is refused about the seats, by code; nil if nothing is.
    func orphans(_ codes: [String], _ rule: OrphanRule = .avoidable) -> [String]? {
        guard case .orphans(let seats) = judge(rule).fault(of: indexes(codes)) else { return nil }
        return self.codes(seats)
    }

    mutating func set(_ state: SeatState, _ seats: some Sequence<Int32>) {
        for seat in seats { states[Int(seat)] = state.rawValue }
    }

    /// Some room: gaps, aisles, zones, kinds, pairs and sold seats by chance.
    static func random(using generator: inout SeededGenerator, rows: Int, columns: Int) -> DrawnHall {
        var drawn: [String] = []
        var zones: [String] = []
        for _ in 0..<rows {
            var line: [Character] = []
            while line.count < columns {
                switch Int.random(in: 0..<26, using: &generator) {
                case 0, 1: line.append("_")
                case 2...6: line.append("x")
                case 7: line.append("#")
                case 8: line.append("w")
                case 9: line.append("c")
                case 10: line.append("r")
                case 11 where line.count + 2 <= columns: line += "()"
                case 12 where line.count + 2 <= columns: line += "[)"
                case 13 where line.count + 2 <= columns: line += "{}"
                case 14 where line.count + 2 <= columns: line += "{>"
                default: line.append(".")
                }
            }
            drawn.append(String(line))
            let border = Int.random(in: 0...columns, using: &generator)
            zones.append(String(repeating: "a", count: border) + String(repeating: "b", count: columns - border))
        }
        return DrawnHall(drawn, zones: zones)
    }
}
