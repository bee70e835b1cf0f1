extension RoomCommand {
    /// Everything that is wrong with the command's own fields whatever the room is, by proto path; empty if the room may
    /// be asked.
    public var faults: [FieldFault] {
        var faults = FaultList()
        switch self {
        case .join(let memberID, let nickname, let avatar, let seat, let deviceID, _):
            faults.add(TextRules.idFault(memberID, field: "member_id"))
            if !TextRules.isPlain(nickname, atMost: Limits.nicknameCharacters) {
                faults.add(
                    "nickname", "must be at most \(Limits.nicknameCharacters) characters without control characters")
            }
            if avatar.utf8.count > Limits.avatarBytes || !TextRules.isPlain(avatar, atMost: Limits.avatarBytes) {
                faults.add("avatar", "must be at most \(Limits.avatarBytes) bytes without control characters")
            }
            if !seat.isEmpty { faults.add(Self.fault(ofSeat: seat)) }
            if !TextRules.isPlain(deviceID, atMost: Limits.idCharacters) {
                faults.add("device_id", "must be empty or 1 to 64 characters without control characters")
            }
        case .takeSeat(_, let seat): faults.add(Self.fault(ofSeat: seat))
        case .leaveSeat(_, let seat): if !seat.isEmpty { faults.add(Self.fault(ofSeat: seat)) }
        case .setStatus, .keepAlive, .attend, .leave: break
        }
        return faults.all
    }

    private static func fault(ofSeat code: String) -> FieldFault? {
        TextRules.isSeatCode(code)
            ? nil : FieldFault("seat", "must be a seat code: 1 to 64 characters without control characters")
    }
}
