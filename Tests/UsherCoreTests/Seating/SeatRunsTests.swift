import Testing

@testable import UsherCore

@Suite("Who sits beside whom")
struct SeatRunsTests {
    private func runs(_ hall: Hall) -> [[String]] {
        let revision = HallRevision(hall)
        return revision.runs.runs.map { $0.places.map { revision.code(ofSeat: Int(revision.runs.seats[$0])) } }
    }

    @Test("aisles, gaps and rows without seats end a run; three leading gaps keep their columns")
    func physical() {
        #expect(
            runs(DrawnHall(["___..__..", "", "......"]).hall) == [
                ["0-3", "0-4"], ["0-7", "0-8"], ["2-0", "2-1", "2-2", "2-3", "2-4", "2-5"],
            ])
    }

    @Test(
        "printed numbers never decide: odd and even sides, right to left, letters without I and O, 1 and 01, 10 after 9"
    )
    func labels() {
        let numbers = [
            ["7", "5", "3", "1", "2", "4", "6", "8"], ["8", "7", "6", "5", "4", "3", "2", "1"],
            ["A", "B", "C", "D", "E", "F", "G", "H"], ["F", "G", "H", "J", "K", "L", "M", "N"],
            ["1", "01", "001", "2", "02", "8", "9", "10"],
        ]
        var hall = DrawnHall(numbers.map { _ in "........" }).hall
        let unlabelled = runs(hall)
        for index in hall.seats.indices {
            hall.seats[index].number = numbers[hall.seats[index].row][hall.seats[index].column]
        }
        hall.rows = ["9", "10", "1", "01", "I"].enumerated().map { Row(index: $0.offset, label: $0.element) }
        #expect(runs(hall) == unlabelled)
        #expect(unlabelled.map(\.count) == [8, 8, 8, 8, 8])
        hall.seats.reverse()
        #expect(runs(hall) == unlabelled)
    }

    @Test("rows \"9\", \"10\", \"1\" and \"01\" stand where they physically are, whatever they sort like")
    func rowOrder() {
        var room = DrawnHall(["....", "....", "....", "...."], focalPoint: FocalPoint(row: 1, column: 1.5))
        room.hall.rows = ["9", "10", "1", "01"].enumerated().map { Row(index: $0.offset, label: $0.element) }
        let revision = HallRevision(room.hall)
        #expect(revision.runs.nearest.prefix(3).map { Int($0) } == [1, 0, 2])
    }

    @Test("a curved row and a free layout go along the row, however their seats lie")
    func curved() {
        var hall = DrawnHall(["......", "......"], offsets: [0.5, -1.25]).hall
        #expect(runs(hall).map(\.count) == [6, 6])
        for index in hall.seats.indices {
            let seat = hall.seats[index]
            hall.seats[index].x = Float(10 - seat.column * 2)
            hall.seats[index].y = Float(seat.column * seat.column)
        }
        #expect(runs(hall) == runs(DrawnHall(["......", "......"]).hall))
    }

    @Test("a hall that a gateway would refuse is read all the same")
    func hostile() {
        var hall = DrawnHall(["....", "...."]).hall
        hall.seats[1].column = 0
        hall.seats[2].row = .max
        hall.seats[3].column = .max
        hall.seats[4].x = .infinity
        hall.seats[5].partner = "0-0"
        hall.seats[6].partner = hall.seats[6].code
        hall.seats[7].zoneID = "nowhere"
        let revision = HallRevision(hall)
        #expect(revision.runs.seats.count == 8)
        #expect(revision.runs.partners.filter { $0 >= 0 }.count == 1)
        #expect(HallRevision(Hall(hallID: "E", rowCount: 0, columnCount: 0)).runs.runs.isEmpty)
    }
}
