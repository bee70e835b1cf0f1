internal import UsherCore

extension RequestCheck {
    /// A new room's own fields. Whether its hall is there, the ledger tells.
    mutating func room(_ room: Room?) {
        guard let room else { return add("room", "is missing") }
        id(room.roomID, "room.room_id")
        id(room.hallID, "room.hall_id")
        if !TextRules.isPlain(room.name, atMost: Limits.maxRoomNameCharacters) {
            add(
                "room.name",
                "must be at most \(Limits.maxRoomNameCharacters) characters without control characters")
        }
        presence(room.awayAfter, "room.away_after")
        presence(room.leaveAfter, "room.leave_after")
    }

    private mutating func presence(_ span: TimeSpan, _ field: String) {
        let bounds = Limits.shortestPresence...Limits.longestPresence
        if !bounds.contains(span) {
            add(field, "must be 1 s to \(bounds.upperBound.nanoseconds / 86_400_000_000_000) days")
        }
    }

    /// Who joins, and how others see them.
    mutating func nickname(_ text: String) {
        if !TextRules.isPlain(text, atMost: Limits.maxNicknameCharacters) {
            add("nickname", "must be at most \(Limits.maxNicknameCharacters) characters without control characters")
        }
    }

    mutating func avatar(_ text: String) {
        if text.utf8.count > Limits.maxAvatarBytes || !TextRules.isPlain(text, atMost: Limits.maxAvatarBytes) {
            add("avatar", "must be at most \(Limits.maxAvatarBytes) bytes without control characters")
        }
    }

    /// Empty is none.
    mutating func deviceID(_ text: String) {
        if !text.isEmpty, !TextRules.isRequestID(text) {
            add("device_id", "must be empty or 1 to 64 characters without control characters")
        }
    }

    mutating func seat(_ code: String, mayBeEmpty: Bool) {
        if code.isEmpty {
            if !mayBeEmpty { add("seat", "is missing: name a seat code of the room's hall") }
        } else if !TextRules.isSeatCode(code) {
            add("seat", "must be a seat code: 1 to 64 characters without control characters")
        }
    }
}
