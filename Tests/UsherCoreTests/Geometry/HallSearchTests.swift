import Testing
import UsherCore

@Suite struct HallSearchTests {
    /// One row of ten seats with an aisle behind the fourth, and a second row right behind it.
    private let geometry = HallGeometry(
        Hall(
            hallID: "h", rowCount: 2, columnCount: 11,
            seats: (0..<2).flatMap { row in
                (0..<11).filter { $0 != 4 }.map { Seat(code: "\(row).\($0)", row: row, column: $0) }
            }))

    private func hit(_ x: Double, _ y: Double, slop: Double = 0) -> Int? {
        geometry.seat(at: MapPoint(x: x, y: y), slop: slop)
    }

    @Test("a point within a seat's square is that seat, and between the squares is none")
    func hits() {
        #expect(hit(0, 0) == 0)
        #expect(hit(1.39, 0.39) == 1)
        #expect(hit(1.45, 0) == nil)
        #expect(hit(4, 0) == nil)
        #expect(hit(5, 1) == 14)
        #expect(hit(-3, 0) == nil)
        #expect(hit(.nan, 0) == nil)
        #expect(hit(.infinity, 0, slop: .infinity) == nil)
    }

    @Test("with slop the nearest seat is meant, if the next one is clearly farther")
    func slop() {
        // The gap between 1 and 2 is 1.4 … 1.6: its middle half means neither.
        #expect(hit(1.44, 0, slop: 0.1) == 1)
        #expect(hit(1.56, 0, slop: 0.1) == 2)
        #expect(hit(1.48, 0, slop: 0.1) == nil)
        #expect(hit(1.5, 0, slop: 8) == nil)
        // Beside the aisle a finger may be off by more.
        #expect(hit(3.6, 0, slop: 0.1) == nil)
        #expect(hit(3.6, 0, slop: 0.2001) == 3)
        // In its middle both sides are as near.
        #expect(hit(4, 0, slop: 1) == nil)
        #expect(hit(-2, 0, slop: 2) == 0)
        #expect(hit(-2, 0, slop: 1.5) == nil)
    }

    @Test("an ambiguous neighbour counts also where it lies just beyond the slop")
    func beyondSlop() {
        // 0.08 from seat 1, 0.12 from seat 2: not clear, although only one of them is within the slop.
        #expect(hit(1.48, 0, slop: 0.09) == nil)
    }

    @Test("slop is never negative, never no number, and at most 8 seat widths")
    func slopLimits() {
        #expect(hit(1.44, 0, slop: -5) == nil)
        #expect(hit(1.44, 0, slop: .nan) == nil)
        let alone = HallGeometry(
            Hall(hallID: "h", rowCount: 1, columnCount: 1, seats: [Seat(code: "1", row: 0, column: 0)]))
        #expect(alone.seat(at: MapPoint(x: -8.3, y: 0), slop: .infinity) == 0)
        #expect(alone.seat(at: MapPoint(x: -8.5, y: 0), slop: .infinity) == nil)
    }

    @Test("a seat under the point is meant, however near its neighbours are to a large slop")
    func bodyFirst() {
        #expect(hit(1.399, 0, slop: 8) == 1)
    }

    @Test("of seats that lie over each other the one with the nearest centre is meant, if that is clear")
    func overlaps() {
        let piled = HallGeometry(
            Hall(
                hallID: "h", rowCount: 1, columnCount: 3,
                seats: [
                    Seat(code: "a", row: 0, column: 0, x: 0, y: 0), Seat(code: "b", row: 0, column: 1, x: 0.5, y: 0),
                    Seat(code: "c", row: 0, column: 2, x: 0.5, y: 0),
                ]))
        #expect(piled.seat(at: MapPoint(x: 0.11, y: 0)) == 0)
        #expect(piled.seat(at: MapPoint(x: 0.25, y: 0)) == nil)
        #expect(piled.seat(at: MapPoint(x: 0.5, y: 0)) == nil)
    }

    @Test("seats that fill their whole width share no edge")
    func wholeWidth() {
        let tight = HallGeometry(
            Hall(
                hallID: "h", rowCount: 1, columnCount: 2, seats: (0..<2).map { Seat(code: "\($0)", row: 0, column: $0) }
            ),
            seatSize: 7)
        #expect(tight.seatSize == 1)
        #expect(tight.seat(at: MapPoint(x: 0.5, y: 0)) == 1)
        #expect(tight.seat(at: MapPoint(x: 0.4999, y: 0)) == 0)
    }

    @Test("a rectangle gives the seats of which it holds anything, by index")
    func rectangle() {
        let found = geometry.seats(in: MapRectangle(minX: 2.3, minY: -9, maxX: 5.61, maxY: 0.59))
        #expect(found == [2, 3, 4, 5])
        #expect(geometry.seats(in: MapRectangle(minX: 2.3, minY: -9, maxX: 5.61, maxY: 0.61)).count == 8)
        #expect(geometry.seats(in: MapRectangle(minX: .nan, minY: 0, maxX: 1, maxY: 1)).isEmpty)
        #expect(geometry.seats(in: MapRectangle(minX: 1.45, minY: 0, maxX: 1.55, maxY: 1)).isEmpty)
    }

    @Test(
        "a cursor goes to the next seat over aisles and empty rows, to the nearest of another row, and stops at the end"
    )
    func cursor() {
        let hall = Hall(
            hallID: "h", rowCount: 4, columnCount: 6, rows: [Row(index: 3, label: "", offset: 0.5)],
            seats: [
                Seat(code: "0", row: 0, column: 0), Seat(code: "1", row: 0, column: 1),
                Seat(code: "2", row: 0, column: 4),
                Seat(code: "3", row: 3, column: 0), Seat(code: "4", row: 3, column: 3),
            ])
        let geometry = HallGeometry(hall)
        #expect(geometry.seat(from: 1, toward: .right) == 2)
        #expect(geometry.seat(from: 2, toward: .left) == 1)
        #expect(geometry.seat(from: 2, toward: .right) == nil)
        #expect(geometry.seat(from: 2, toward: .down) == 4)
        #expect(geometry.seat(from: 3, toward: .up) == 0)
        #expect(geometry.seat(from: 0, toward: .up) == nil)
        #expect(geometry.seat(from: 9, toward: .up) == nil)
    }

    @Test("every seat of any hall can be hit at its centre, and is found in a rectangle around it", arguments: 0..<20)
    func everySeat(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let rows = Int.random(in: 1...12, using: &random)
        let columns = Int.random(in: 1...30, using: &random)
        var hall = Hall(hallID: "h", rowCount: rows, columnCount: columns)
        for row in 0..<rows where Int.random(in: 0..<5, using: &random) > 0 {
            hall.rows.append(Row(index: row, label: "", offset: Float.random(in: -3...3, using: &random)))
            for column in 0..<columns where Int.random(in: 0..<4, using: &random) > 0 {
                hall.seats.append(Seat(code: "\(row).\(column)", row: row, column: column))
            }
        }
        hall.seats.shuffle(using: &random)
        let geometry = HallGeometry(hall)
        for seat in hall.seats.indices {
            guard let center = geometry.center(ofSeat: seat) else { continue }
            #expect(geometry.seat(at: center) == seat)
            #expect(geometry.bounds.contains(center))
            #expect(geometry.seats(in: MapRectangle(center: center, extent: MapExtent(width: 0, height: 0))) == [seat])
        }
    }
}
