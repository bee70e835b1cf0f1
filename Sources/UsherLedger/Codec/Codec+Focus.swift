import UsherCore

extension Codec {
    func encode(_ record: FocusRecord) -> [UInt8] {
        FieldWriter.sealed { writer in
            writer.field(1, record.sessionID)
            writer.field(2, record.memberID)
            writer.field(3, record.roomID)
            if let planned = record.planned { writer.field(4, fixed: UInt64(bitPattern: planned.nanoseconds)) }
            writer.field(5, fixed: UInt64(bitPattern: record.startedAt.nanoseconds))
            // The START is told by the fields before.
            writer.nested(6) { entries in
                var last = record.startedAt
                for entry in record.entries.dropFirst() {
                    entries.varint(UInt64(entry.type.rawValue))
                    entries.varint(UInt64(bitPattern: (entry.at - last).nanoseconds))
                    last = entry.at
                }
            }
        }
    }

    func decodeFocus(_ blob: [UInt8]) throws(CodecError) -> FocusRecord {
        try FieldReader.open(blob) { (reader) throws(CodecError) in
            var (sessionID, memberID, roomID) = ("", "", "")
            var planned: TimeSpan?
            var startedAt = Timestamp(nanoseconds: 0)
            var entries: [FocusRecord.Entry] = []
            while let (tag, value) = try reader.next() {
                switch tag {
                case 1: sessionID = try value.text()
                case 2: memberID = try value.text()
                case 3: roomID = try value.text()
                case 4: planned = TimeSpan(nanoseconds: Int64(bitPattern: try value.number()))
                case 5: startedAt = Timestamp(nanoseconds: Int64(bitPattern: try value.number()))
                case 6: entries = try readEntries(try value.reader(), since: startedAt)
                default: break
                }
            }
            var record = FocusRecord(
                sessionID: sessionID, memberID: memberID, roomID: roomID, planned: planned, startedAt: startedAt)
            for entry in entries { record.apply(entry) }
            return record
        }
    }

    private func readEntries(_ source: FieldReader, since: Timestamp) throws(CodecError) -> [FocusRecord.Entry] {
        var reader = source
        var at = since
        var entries: [FocusRecord.Entry] = []
        while !reader.isAtEnd {
            guard let type = UInt8(exactly: try reader.varint()).flatMap(FocusEventType.init(rawValue:)) else {
                throw CodecError("an unknown event of a focus session")
            }
            at = at + TimeSpan(nanoseconds: Int64(bitPattern: try reader.varint()))
            entries.append(FocusRecord.Entry(type, at: at))
        }
        return entries
    }
}
