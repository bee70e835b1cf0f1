/// What a seat is for. Raw values are the wire's (`SEAT_KIND_…`); UNSPECIFIED (0) is taken as standard.
public enum SeatKind: UInt8, Sendable, Hashable, CaseIterable {
    case standard = 1
    case wheelchair = 2
    case companion = 3
    case couple = 4
    case restrictedView = 5
}
