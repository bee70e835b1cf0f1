public import UsherCore

/// A hall as listings give it.
public struct HallSummary: Sendable, Equatable {
    /// Without rows and seats.
    public var hall: Hall
    public var seatCount: Int

    public init(hall: Hall, seatCount: Int) {
        self.hall = hall
        self.seatCount = seatCount
    }
}
