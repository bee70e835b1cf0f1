import UsherCore

// A room's log and snapshots.
extension Codec {
    /// 1 index, 2 time, 16 and up the fact: one tag a kind, each a message of its own.
    func encode(_ record: RoomRecord) -> [UInt8] {
        FieldWriter.sealed(capacity: 96) { writer in
            writer.field(1, record.index)
            writer.field(2, fixed: UInt64(bitPattern: record.at.nanoseconds))
            write(record.fact, to: &writer)
        }
    }

    func decodeRoomRecord(_ blob: [UInt8]) throws(CodecError) -> RoomRecord {
        try FieldReader.open(blob) { (reader) throws(CodecError) in
            var index: UInt64 = 0
            var at = Timestamp(nanoseconds: 0)
            var fact: RoomFact?
            while let (tag, value) = try reader.next() {
                switch tag {
                case 1: index = try value.number()
                case 2: at = Timestamp(nanoseconds: Int64(bitPattern: try value.number()))
                default: if tag >= 16 { fact = try readFact(tag, try value.reader()) }
                }
            }
            guard let fact else { throw CodecError("a room's record without a fact that this version knows") }
            return RoomRecord(index: index, at: at, fact: fact)
        }
    }

    private func write(_ fact: RoomFact, to writer: inout FieldWriter) {
        switch fact {
        case .joined(let member, let device):
            writer.nested(16) { writer in
                writer.nested(1) { write(member, to: &$0) }
                writer.nested(2) { write(device, to: &$0) }
            }
        case .updated(let update): writer.nested(17) { write(update, to: &$0) }
        case .left(let memberID): writer.nested(18) { $0.field(3, memberID) }
        case .deviceAdded(let memberID, let device):
            writer.nested(19) { writer in
                writer.nested(2) { write(device, to: &$0) }
                writer.field(3, memberID)
            }
        case .deviceEnded(let number): writer.nested(20) { $0.field(4, number) }
        case .deviceAway(let number, let isAway):
            writer.nested(21) {
                $0.field(4, number)
                $0.field(5, isAway)
            }
        case .statusKept(let memberID, let status):
            writer.nested(22) {
                $0.field(3, memberID)
                $0.field(6, UInt64(status.rawValue))
            }
        }
    }

    private func readFact(_ kind: UInt64, _ source: FieldReader) throws(CodecError) -> RoomFact? {
        if kind == 17 { return .updated(try readMemberUpdate(source)) }
        var reader = source
        var member: RoomMember?
        var device: RoomDevice?
        var memberID = ""
        var number: UInt64 = 0
        var isAway = false
        var status: MemberStatus?
        while let (tag, value) = try reader.next() {
            switch tag {
            case 1: member = try readMember(try value.reader())
            case 2: device = try readDevice(try value.reader())
            case 3: memberID = try value.text()
            case 4: number = try value.number()
            case 5: isAway = try value.bool()
            case 6: status = try value.memberStatus()
            default: break
            }
        }
        switch (kind, member, device, status) {
        case (16, let member?, let device?, _): return .joined(member, device)
        case (18, _, _, _): return .left(memberID)
        case (19, _, let device?, _): return .deviceAdded(memberID: memberID, device)
        case (20, _, _, _): return .deviceEnded(number)
        case (21, _, _, _): return .deviceAway(number, isAway)
        case (22, _, _, let status?): return .statusKept(memberID: memberID, status)
        case (16...22, _, _, _): throw CodecError("a room's fact of kind \(kind) that says too little")
        default: return nil
        }
    }

    func encode(_ image: RoomImage) -> [UInt8] {
        FieldWriter.sealed(capacity: 64 + 128 * image.members.count) { writer in
            writer.field(1, image.logIndex)
            writer.field(2, image.seq)
            writer.field(3, fixed: UInt64(bitPattern: image.lastCommitAt.nanoseconds))
            writer.field(4, image.lastDevice)
            for member in image.members {
                writer.nested(5) { writer in
                    writer.nested(1) { write(member.shown, to: &$0) }
                    writer.field(2, UInt64(member.base.rawValue))
                    for device in member.devices { writer.nested(3) { write(device, to: &$0) } }
                }
            }
        }
    }

    func decodeRoomImage(_ blob: [UInt8]) throws(CodecError) -> RoomImage {
        try FieldReader.open(blob) { (reader) throws(CodecError) in
            var image = RoomImage(lastCommitAt: Timestamp(nanoseconds: 0))
            while let (tag, value) = try reader.next() {
                switch tag {
                case 1: image.logIndex = try value.number()
                case 2: image.seq = try value.number()
                case 3: image.lastCommitAt = Timestamp(nanoseconds: Int64(bitPattern: try value.number()))
                case 4: image.lastDevice = try value.number()
                case 5: image.members.append(try readImageMember(try value.reader()))
                default: break
                }
            }
            return image
        }
    }

    private func readImageMember(_ source: FieldReader) throws(CodecError) -> RoomImage.Member {
        var reader = source
        var shown: RoomMember?
        var base: MemberStatus?
        var devices: [RoomDevice] = []
        while let (tag, value) = try reader.next() {
            switch tag {
            case 1: shown = try readMember(try value.reader())
            case 2: base = try value.memberStatus()
            case 3: devices.append(try readDevice(try value.reader()))
            default: break
            }
        }
        guard let shown, let base, !devices.isEmpty else { throw CodecError("a member who is not whole") }
        return RoomImage.Member(shown: shown, base: base, devices: devices)
    }
}
