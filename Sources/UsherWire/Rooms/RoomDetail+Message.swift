import CUsherProto
import UsherCore

extension RoomDetail {
    /// Unspecified is every member.
    init(wire: Usher__V1__RoomDetail, _ r: inout Reading) {
        self = r.value(wire.rawValue, "detail", of: usher__v1__room_detail__descriptor) ?? .members
    }
}
