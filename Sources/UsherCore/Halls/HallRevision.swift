/// A checked, immutable hall with the look-ups that shows need, shared by all shows of the revision.
public final class HallRevision: Sendable {
    public let hall: Hall
    package let life = HallLife()
    private let indexByCode: [String: Int32]
    private let zoneBySeat: [Int32]
    private let rowBySeat: [Int32]
    /// Who sits beside whom.
    package let runs: SeatRuns

    /// `hall` must have passed `Hall.faults()`.
    public init(_ hall: Hall) {
        self.hall = hall
        var zones = [String: Int32](minimumCapacity: hall.zones.count)
        for (position, zone) in hall.zones.enumerated() { zones[zone.zoneID] = Int32(position) }
        var index = [String: Int32](minimumCapacity: hall.seats.count)
        for (position, seat) in hall.seats.enumerated() { index[seat.code] = Int32(position) }
        indexByCode = index
        let zoneBySeat = hall.seats.map { zones[$0.zoneID] ?? -1 }
        self.zoneBySeat = zoneBySeat
        // A client's hall comes from a gateway, which may name any row.
        rowBySeat = hall.seats.map { Int32(clamping: $0.row) }
        runs = SeatRuns(hall, zoneBySeat: zoneBySeat, indexByCode: index)
    }

    public var seatCount: Int { rowBySeat.count }

    /// The seat's index by its code, or nil.
    public func seatIndex(_ code: String) -> Int? {
        indexByCode[code].map(Int.init)
    }

    /// The seat's code; `index` must be one of the hall's.
    public func code(ofSeat index: Int) -> String {
        hall.seats[index].code
    }

    /// Position of the seat's zone in the hall's zone list; nil for a seat without one.
    public func zone(ofSeat index: Int) -> Int? {
        let zone = zoneBySeat[index]
        return zone < 0 ? nil : Int(zone)
    }

    /// The seat's 0-based physical row.
    public func row(ofSeat index: Int) -> Int {
        Int(rowBySeat[index])
    }
}
