import Usher

/// What stands for a seat in the room: the sign of who sits there, and its colour as SGR parameters.
struct MemberSigns {
    let hall: Hall
    /// Who sits where, by seat code.
    let sitting: [String: RoomMember]
    /// The member whose app this is.
    let me: String

    func sign(_ seat: Int) -> (Character, String) {
        guard let member = sitting[hall.seats[seat].code] else { return ("○", "90") }
        let isMe = member.memberID == me
        return (StatusSign.of(member.status), isMe ? "1;36" : StatusSign.color(of: member.status))
    }
}
