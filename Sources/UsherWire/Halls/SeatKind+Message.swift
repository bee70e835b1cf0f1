import CUsherProto
import UsherCore

extension SeatKind {
    /// Unspecified is standard, and so is a kind of a newer version.
    init(wire: Usher__V1__SeatKind) {
        self = UInt8(exactly: wire.rawValue).flatMap(SeatKind.init(rawValue:)) ?? .standard
    }

    var wire: Usher__V1__SeatKind { Usher__V1__SeatKind(rawValue: UInt32(rawValue)) }
}
