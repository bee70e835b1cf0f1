import CUsherProto
import UsherCore

extension SeatKind {
    /// Unspecified is standard, and so, in a reply, is a kind of a newer version.
    init(wire: Usher__V1__SeatKind, _ r: inout Reading) {
        self = r.value(wire.rawValue, "kind", of: usher__v1__seat_kind__descriptor) ?? .standard
    }

    var wire: Usher__V1__SeatKind { Usher__V1__SeatKind(rawValue: UInt32(rawValue)) }
}
