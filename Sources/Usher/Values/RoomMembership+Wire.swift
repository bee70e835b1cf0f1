import UsherCore
import UsherWire

extension RoomMembership {
    /// Throws INTERNAL for an answer without a member or a room: a device would not know where it is.
    init(_ message: MembershipMessage) throws(UsherError) {
        guard let member = message.member, let room = message.room else {
            var unread = UsherError(.internal, message: "the gateway's answer names no member or no room")
            unread.isOutcomeUnknown = true
            throw unread
        }
        self.init(
            token: message.token, member: member, room: room, heartbeat: message.heartbeat,
            serverTime: message.serverTime, position: Position(epoch: message.epoch, seq: message.seq))
    }
}
