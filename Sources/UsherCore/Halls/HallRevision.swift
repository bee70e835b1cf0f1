/// A checked, immutable hall with the look-ups that shows need, shared by all shows of the revision.
public final class HallRevision: Sendable {
    public let hall: Hall
    private let indexByCode: [String: Int32]

    /// `hall` must have passed `Hall.faults()`.
    public init(_ hall: Hall) {
        self.hall = hall
        var index = [String: Int32](minimumCapacity: hall.seats.count)
        for (position, seat) in hall.seats.enumerated() { index[seat.code] = Int32(position) }
        indexByCode = index
    }

    /// The seat's index by its code, or nil.
    public func seatIndex(_ code: String) -> Int? {
        indexByCode[code].map(Int.init)
    }
}
