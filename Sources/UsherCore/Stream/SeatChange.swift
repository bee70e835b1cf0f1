/// One seat's new state. `state` is the wire's byte: unknown ones are kept and mean not available.
public struct SeatChange: Sendable, Hashable {
    public var seat: Int32
    public var state: UInt8

    public init(seat: Int32, state: UInt8) {
        self.seat = seat
        self.state = state
    }

    public init(_ seat: Int32, _ state: SeatState) {
        self.seat = seat
        self.state = state.rawValue
    }
}
