import UsherCore

// Rooms, and who and what is in them.
extension Codec {
    func encode(_ room: Room, epoch: String) -> [UInt8] {
        FieldWriter.sealed { writer in
            writer.field(1, room.roomID)
            writer.field(2, room.hallID)
            writer.field(3, room.hallRevision)
            writer.field(4, room.name)
            writer.field(5, signed: room.awayAfter.nanoseconds)
            writer.field(6, signed: room.leaveAfter.nanoseconds)
            writer.field(7, baseEpoch(epoch))
        }
    }

    func decodeRoom(_ blob: [UInt8]) throws(CodecError) -> (room: Room, epoch: String) {
        try FieldReader.open(blob) { (reader) throws(CodecError) in
            var room = Room(roomID: "", hallID: "")
            var epoch = ""
            while let (tag, value) = try reader.next() {
                switch tag {
                case 1: room.roomID = try value.text()
                case 2: room.hallID = try value.text()
                case 3: room.hallRevision = try value.number()
                case 4: room.name = try value.text()
                case 5: room.awayAfter = TimeSpan(nanoseconds: try value.signed())
                case 6: room.leaveAfter = TimeSpan(nanoseconds: try value.signed())
                case 7: epoch = try value.text() + epochSuffix
                default: break
                }
            }
            return (room, epoch)
        }
    }

    func write(_ member: RoomMember, to writer: inout FieldWriter) {
        writer.field(1, member.memberID)
        writer.field(2, member.seat)
        writer.field(3, UInt64(member.status.rawValue))
        if let started = member.focusStartedAt { writer.field(4, started) }
        if let planned = member.planned { writer.field(5, planned) }
        writer.field(6, member.nickname)
        writer.field(7, member.avatar)
        writer.field(8, member.joinedAt)
    }

    func readMember(_ source: FieldReader) throws(CodecError) -> RoomMember {
        var reader = source
        var member = RoomMember(memberID: "", joinedAt: Timestamp(nanoseconds: 0))
        while let (tag, value) = try reader.next() {
            switch tag {
            case 1: member.memberID = try value.text()
            case 2: member.seat = try value.text()
            case 3: member.status = try value.memberStatus()
            case 4: member.focusStartedAt = try value.timestamp()
            case 5: member.planned = try value.timeSpan()
            case 6: member.nickname = try value.text()
            case 7: member.avatar = try value.text()
            case 8: member.joinedAt = try value.timestamp()
            default: break
            }
        }
        return member
    }

    /// What is not there did not change; what is there may be empty.
    func write(_ update: MemberUpdate, to writer: inout FieldWriter) {
        writer.field(1, update.memberID)
        if let seat = update.seat { writer.always(2, seat) }
        if let status = update.status { writer.field(3, UInt64(status.rawValue)) }
        if let started = update.focusStartedAt { writer.field(4, started) }
        if let planned = update.planned { writer.field(5, planned) }
        if let nickname = update.nickname { writer.always(6, nickname) }
        if let avatar = update.avatar { writer.always(7, avatar) }
    }

    func readMemberUpdate(_ source: FieldReader) throws(CodecError) -> MemberUpdate {
        var reader = source
        var update = MemberUpdate(memberID: "")
        while let (tag, value) = try reader.next() {
            switch tag {
            case 1: update.memberID = try value.text()
            case 2: update.seat = try value.text()
            case 3: update.status = try value.memberStatus()
            case 4: update.focusStartedAt = try value.timestamp()
            case 5: update.planned = try value.timeSpan()
            case 6: update.nickname = try value.text()
            case 7: update.avatar = try value.text()
            default: break
            }
        }
        return update
    }

    func write(_ device: RoomDevice, to writer: inout FieldWriter) {
        writer.field(1, device.key.number)
        writer.field(2, fixed: device.key.secret.high)
        writer.field(3, fixed: device.key.secret.low)
        writer.field(4, device.deviceID)
        writer.field(5, device.saidAway)
    }

    func readDevice(_ source: FieldReader) throws(CodecError) -> RoomDevice {
        var reader = source
        var device = RoomDevice(key: DeviceKey(number: 0, secret: TokenSecret(high: 0, low: 0)))
        while let (tag, value) = try reader.next() {
            switch tag {
            case 1: device.key.number = try value.number()
            case 2: device.key.secret.high = try value.number()
            case 3: device.key.secret.low = try value.number()
            case 4: device.deviceID = try value.text()
            case 5: device.saidAway = try value.bool()
            default: break
            }
        }
        return device
    }
}

extension FieldWriter {
    fileprivate mutating func field(_ tag: UInt64, _ time: Timestamp) {
        field(tag, fixed: UInt64(bitPattern: time.nanoseconds))
    }

    fileprivate mutating func field(_ tag: UInt64, _ span: TimeSpan) {
        field(tag, fixed: UInt64(bitPattern: span.nanoseconds))
    }
}

extension FieldReader.Value {
    fileprivate func timestamp() throws(CodecError) -> Timestamp {
        Timestamp(nanoseconds: Int64(bitPattern: try number()))
    }

    fileprivate func timeSpan() throws(CodecError) -> TimeSpan {
        TimeSpan(nanoseconds: Int64(bitPattern: try number()))
    }

    func memberStatus() throws(CodecError) -> MemberStatus {
        guard let status = UInt8(exactly: try number()).flatMap(MemberStatus.init(rawValue:)) else {
            throw CodecError("an unknown member status")
        }
        return status
    }
}
