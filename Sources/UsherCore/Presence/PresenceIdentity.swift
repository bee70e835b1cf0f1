/// Whom a device joins a room as.
package struct PresenceIdentity: Sendable, Equatable {
    package var memberID: String
    package var nickname: String
    package var avatar: String
    /// The same device again gets its token again.
    package var deviceID: String

    package init(memberID: String, nickname: String = "", avatar: String = "", deviceID: String) {
        self.memberID = memberID
        self.nickname = nickname
        self.avatar = avatar
        self.deviceID = deviceID
    }
}
