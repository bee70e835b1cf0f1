import Testing
import UsherCore

@Suite struct HallGeometryTests {
    /// Three rows of which the middle one is empty, the last one shifted; an aisle in column 2, an empty column 4.
    private let hall = Hall(
        hallID: "small", rowCount: 3, columnCount: 5,
        rows: [Row(index: 2, label: "C", offset: 0.5), Row(index: 1, label: "B", offset: 99)],
        seats: [
            Seat(code: "A2", row: 0, column: 1), Seat(code: "A1", row: 0, column: 0),
            Seat(code: "A4", row: 0, column: 3), Seat(code: "C1", row: 2, column: 0),
            Seat(code: "C2", row: 2, column: 1),
        ])

    @Test("a seat's centre follows its column, its row and the row's offset")
    func centers() {
        let geometry = HallGeometry(hall)
        #expect(geometry.center(ofSeat: 0) == MapPoint(x: 1, y: 0))
        #expect(geometry.center(ofSeat: 3) == MapPoint(x: 0.5, y: 2))
        #expect(geometry.center(ofSeat: 5) == nil)
        #expect(geometry.center(ofSeat: -1) == nil)
        let body = geometry.body(ofSeat: 1)
        #expect(body == MapRectangle(minX: -0.4, minY: -0.4, maxX: 0.4, maxY: 0.4))
    }

    @Test("a place of its own stands for the coordinate it gives, without the row's offset")
    func freePlaces() {
        var hall = hall
        hall.seats[3].x = 7.25
        hall.seats[4].y = -3
        let geometry = HallGeometry(hall)
        #expect(geometry.center(ofSeat: 3) == MapPoint(x: 7.25, y: 2))
        #expect(geometry.center(ofSeat: 4) == MapPoint(x: 1.5, y: -3))
    }

    @Test("rows give their seats by column, and none where there are none")
    func rows() {
        let geometry = HallGeometry(hall)
        #expect(geometry.rowCount == 3)
        #expect((-1...3).map { geometry.seats(inRow: $0) } == [[], [1, 0, 2], [], [3, 4], []])
        #expect((-1...3).map { geometry.offset(ofRow: $0) } == [0, 0, 99, 0.5, 0])
    }

    @Test("bounds hold empty rows and columns, and rows as they are shifted; an empty row's shift counts nothing")
    func bounds() {
        #expect(HallGeometry(hall).bounds == MapRectangle(minX: -0.5, minY: -0.5, maxX: 5, maxY: 2.5))
        let empty = Hall(hallID: "", rowCount: 4, columnCount: 6)
        #expect(HallGeometry(empty).bounds.extent == MapExtent(width: 6, height: 4))
        let nothing = HallGeometry(Hall(hallID: "", rowCount: 0, columnCount: 0))
        #expect(nothing.bounds.extent == MapExtent(width: 0, height: 0))
        #expect(nothing.seat(at: nothing.bounds.center, slop: 8) == nil)
        #expect(nothing.seats(in: nothing.bounds).isEmpty)
        #expect(nothing.focalPoint == MapPoint(x: 0, y: 0))
    }

    @Test("of a free layout the grid says nothing: its bounds are its seats'")
    func freeBounds() {
        var hall = hall
        for index in hall.seats.indices { (hall.seats[index].x, hall.seats[index].y) = (Float(100 + index), -50) }
        #expect(HallGeometry(hall).bounds == MapRectangle(minX: 99.5, minY: -50.5, maxX: 104.5, maxY: -49.5))
        hall.seats[0].y = nil
        #expect(HallGeometry(hall).bounds.minX == -0.5)
    }

    @Test("the focal point follows its row's offset, and without one is the contract's default")
    func focalPoint() {
        #expect(HallGeometry(hall).focalPoint == MapPoint(x: 2 + 99, y: 4.0 / 3))
        var hall = hall
        hall.focalPoint = FocalPoint(row: 2, column: 1)
        #expect(HallGeometry(hall).focalPoint == MapPoint(x: 1.5, y: 2))
        hall.focalPoint = FocalPoint(row: -3e38, column: 3e38)
        #expect(HallGeometry(hall).focalPoint.isFinite)
        hall.focalPoint = FocalPoint(row: .nan, column: .infinity)
        #expect(HallGeometry(hall).focalPoint == HallGeometry(self.hall).focalPoint)
    }

    @Test("coordinates that are no numbers are taken as not given, and huge ones stay finite")
    func hostile() {
        var hall = hall
        hall.rowCount = .max
        hall.columnCount = .min
        hall.rows[0].offset = .nan
        hall.rows.append(Row(index: -5, label: "", offset: 1))
        hall.seats[0].x = .infinity
        hall.seats[1].y = .nan
        hall.seats[2].x = Float.greatestFiniteMagnitude
        hall.seats[2].y = -Float.greatestFiniteMagnitude
        hall.seats[3].row = .max
        hall.seats[4].row = -7
        hall.seats[4].column = .min
        let geometry = HallGeometry(hall, seatSize: .nan)
        #expect(geometry.seatSize == HallGeometry.usualSeatSize)
        #expect(geometry.center(ofSeat: 0) == MapPoint(x: 1, y: 0))
        #expect(geometry.center(ofSeat: 1) == MapPoint(x: 0, y: 0))
        #expect(geometry.rowCount == 4_096)
        for seat in hall.seats.indices {
            let center = geometry.center(ofSeat: seat)
            #expect(center?.isFinite == true)
            if let center { #expect(geometry.seat(at: center) == seat) }
            if let center { #expect(geometry.bounds.contains(center)) }
        }
        #expect(geometry.bounds.extent.width.isFinite && geometry.bounds.extent.height.isFinite)
        let everything = MapRectangle(minX: -.infinity, minY: -.infinity, maxX: .infinity, maxY: .infinity)
        #expect(geometry.seats(in: everything) == Array(hall.seats.indices))
    }
}
