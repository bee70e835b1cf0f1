import CUsherProto
import UsherCore

extension RoomDetail {
    /// Unspecified is every member, and so is a detail of a newer version.
    init(wire: Usher__V1__RoomDetail) {
        self = UInt8(exactly: wire.rawValue).flatMap(RoomDetail.init(rawValue:)) ?? .members
    }
}
