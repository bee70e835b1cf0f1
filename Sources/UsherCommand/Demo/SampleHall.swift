import UsherCore

/// The demo's hall: a small theatre of ours with stalls and a balcony, a centre aisle, rows that widen and shift
/// towards the back, couples' seats, wheelchair places, and three price zones.
enum SampleHall {
    static let hallID = "lyric"

    /// A row: printed label, seats at the left and right of the aisle, whether it is shifted by half a seat.
    private struct Plan {
        var label: String
        var left: Int
        var right: Int
        var isShifted: Bool
        var zone: String
    }

    private static let half = 10
    private static let aisle = 2

    private static let plans: [Plan?] = [
        Plan(label: "A", left: 6, right: 6, isShifted: false, zone: "parquet"),
        Plan(label: "B", left: 7, right: 6, isShifted: true, zone: "parquet"),
        Plan(label: "C", left: 7, right: 7, isShifted: false, zone: "parquet"),
        Plan(label: "D", left: 8, right: 7, isShifted: true, zone: "parquet"),
        Plan(label: "E", left: 8, right: 8, isShifted: false, zone: "parquet"),
        Plan(label: "F", left: 9, right: 8, isShifted: true, zone: "stalls"),
        Plan(label: "G", left: 9, right: 9, isShifted: false, zone: "stalls"),
        Plan(label: "H", left: 10, right: 9, isShifted: true, zone: "stalls"),
        Plan(label: "J", left: 10, right: 10, isShifted: false, zone: "stalls"),
        Plan(label: "K", left: 10, right: 10, isShifted: false, zone: "stalls"),
        nil,
        Plan(label: "AA", left: 10, right: 9, isShifted: true, zone: "balcony"),
        Plan(label: "BB", left: 10, right: 10, isShifted: false, zone: "balcony"),
        Plan(label: "CC", left: 9, right: 9, isShifted: false, zone: "balcony"),
    ]

    static func make() -> Hall {
        var hall = Hall(
            hallID: hallID, name: "Lyric Theatre", rowCount: plans.count, columnCount: 2 * half + aisle,
            zones: [
                Zone(zoneID: "parquet", name: "Parquet", color: "#B71C1C"),
                Zone(zoneID: "stalls", name: "Stalls", color: "#1565C0"),
                Zone(zoneID: "balcony", name: "Balcony", color: "#2E7D32"),
            ],
            areas: [
                Area(areaID: "stalls", name: "Stalls", firstRow: 0, rowCount: 10, firstColumn: 0, columnCount: 22),
                Area(areaID: "balcony", name: "Balcony", firstRow: 11, rowCount: 3, firstColumn: 0, columnCount: 22),
            ])
        for (row, plan) in plans.enumerated() {
            guard let plan else { continue }
            hall.rows.append(Row(index: row, label: plan.label, offset: plan.isShifted ? 0.5 : 0))
            let columns = Array(half - plan.left..<half) + Array(half + aisle..<half + aisle + plan.right)
            for (place, column) in columns.enumerated() {
                hall.seats.append(seat(plan, row, column, number: place + 1, of: columns.count))
            }
        }
        return hall
    }

    private static func seat(_ plan: Plan, _ row: Int, _ column: Int, number: Int, of count: Int) -> Seat {
        var seat = Seat(
            code: "\(plan.label)-\(number)", row: row, column: column, number: "\(number)", zoneID: plan.zone)
        let fromEnd = min(number, count + 1 - number)
        switch plan.label {
        case "J" where fromEnd == 1: seat.kind = .wheelchair
        case "J" where fromEnd == 2: seat.kind = .companion
        case "K":
            // Pairs from the left of each side; both sides have an even number of seats.
            seat.kind = .couple
            seat.partner = "K-\(number % 2 == 1 ? number + 1 : number - 1)"
        case "CC" where fromEnd <= 2: seat.kind = .restrictedView
        default: break
        }
        return seat
    }

    /// Seats that the house keeps for itself.
    static let house = ["A-6", "A-7"]

    /// Base prices of the three zones.
    static let prices = [
        ZonePrice(zoneID: "parquet", currencyCode: "EUR", amountMinor: 4_800),
        ZonePrice(zoneID: "stalls", currencyCode: "EUR", amountMinor: 3_600),
        ZonePrice(zoneID: "balcony", currencyCode: "EUR", amountMinor: 2_400),
    ]
}
