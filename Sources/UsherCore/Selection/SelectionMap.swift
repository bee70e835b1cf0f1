/// What a selection sees of its show: a hall, the states of its seats and the show's own fields, as they were together.
public struct SelectionMap: Sendable {
    public var hall: HallRevision
    /// nil until the show's fields were heard: then only what the seats themselves say is checked locally.
    public var show: Show?
    /// One wire byte a seat, in index order.
    public var states: [UInt8]
    /// Where the states stand in the show's history.
    public var position: Position

    public init(hall: HallRevision, show: Show?, states: [UInt8], position: Position) {
        self.hall = hall
        self.show = show
        self.states = states
        self.position = position
    }

    /// The seat's wire byte; nil for a seat that the map does not have.
    func state(of seat: Int32) -> UInt8? {
        states.indices.contains(Int(seat)) && Int(seat) < hall.seatCount ? states[Int(seat)] : nil
    }

    /// The show's rules; the contract's defaults before they were heard.
    var policy: Policy { show?.policy ?? Policy() }
}
