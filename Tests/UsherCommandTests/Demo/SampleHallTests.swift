import Testing
import UsherCore

@testable import UsherCommand

@Suite struct SampleHallTests {
    @Test("the sample hall is in order and has what a newcomer should see")
    func inOrder() {
        let hall = SampleHall.make()
        #expect(hall.faults().isEmpty)
        #expect((180...250).contains(hall.seats.count))
        #expect(hall.zones.count == 3)
        #expect(Set(hall.seats.map(\.kind)) == Set(SeatKind.allCases))
        #expect(hall.seats.allSatisfy { ![10, 11].contains($0.column) })
        #expect(Set(hall.rows.map(\.offset)) == [0, 0.5])
        #expect(SampleHall.prices.map(\.zoneID) == hall.zones.map(\.zoneID))
    }

    @Test("couples' seats sit side by side")
    func pairs() {
        let hall = SampleHall.make()
        for seat in hall.seats where !seat.partner.isEmpty {
            let other = hall.seats.first { $0.code == seat.partner }
            #expect(other?.partner == seat.code)
            #expect(other?.row == seat.row && abs((other?.column ?? 99) - seat.column) == 1)
        }
    }
}
