import UsherCore

// Rooms: the catalogue, their log and their snapshots.
extension SQLiteStore {
    func room(_ ref: RoomRef) throws(LedgerError) -> StoredRoom? {
        try storedRoom { () throws(SQLiteError) in try statement(.room).begin().bind(ref.tenant).bind(ref.roomID) }
    }

    func room(key: Int64) throws(LedgerError) -> StoredRoom? {
        try storedRoom { () throws(SQLiteError) in try statement(.roomOfKey).begin().bind(key) }
    }

    private func storedRoom(_ bound: () throws(SQLiteError) -> Statement) throws(LedgerError) -> StoredRoom? {
        let row = try read { () throws(SQLiteError) -> (key: Int64, ref: RoomRef, body: [UInt8], digest: [UInt8])? in
            let statement = try bound()
            defer { statement.end() }
            guard try statement.step() else { return nil }
            return (
                statement.integer(0), RoomRef(tenant: statement.text(1), roomID: statement.text(2)),
                statement.blob(3), statement.blob(4)
            )
        }
        guard let row else { return nil }
        let (room, epoch) = try decode("room \(row.ref.roomID)") { () throws(CodecError) in
            try codec.decodeRoom(row.body)
        }
        return StoredRoom(
            key: row.key, ref: row.ref, room: room, epoch: epoch, digest: ContentDigest(bytes: row.digest))
    }

    func insert(_ room: Room, epoch: String, digest: ContentDigest, tenant: String) throws(LedgerError) -> Int64 {
        try write { () throws(SQLiteError) in
            let statement = try writing(.insertRoom).bind(tenant).bind(room.roomID).bind(room.awayAfter.nanoseconds)
                .bind(codec.encode(room, epoch: epoch)).bind(digest.bytes)
            guard try statement.step() else { throw SQLiteError(code: 1, message: "no key for a new room") }
            let key = statement.integer(0)
            try statement.run()
            return key
        }
    }

    func setLive(_ isLive: Bool, roomKey: Int64) throws(LedgerError) {
        try write { () throws(SQLiteError) in
            try writing(.setLive).bind(Int64(isLive ? 1 : 0)).bind(roomKey).run()
        }
    }

    func liveRooms() throws(LedgerError) -> [(key: Int64, awayAfter: TimeSpan)] {
        try read { () throws(SQLiteError) in
            let statement = try statement(.liveRooms).begin()
            defer { statement.end() }
            var rooms: [(key: Int64, awayAfter: TimeSpan)] = []
            while try statement.step() {
                rooms.append((statement.integer(0), TimeSpan(nanoseconds: statement.integer(1))))
            }
            return rooms
        }
    }

    func append(_ record: RoomRecord, seq: UInt64, roomKey: Int64) throws(LedgerError) {
        roomPosition += 1
        lastRoomCommitAt = max(lastRoomCommitAt, record.at)
        try write { () throws(SQLiteError) in
            try writing(.appendRoom).bind(roomPosition).bind(roomKey).bind(record.index).bind(seq)
                .bind(record.at.nanoseconds).bind(codec.encode(record)).run()
        }
    }

    func image(roomKey: Int64) throws(LedgerError) -> RoomImage? {
        let blob = try read { () throws(SQLiteError) -> [UInt8]? in
            let statement = try statement(.roomSnapshot).begin().bind(roomKey)
            defer { statement.end() }
            return try statement.step() ? statement.blob(0) : nil
        }
        guard let blob else { return nil }
        return try decode("the snapshot of room \(roomKey)") { () throws(CodecError) in
            try codec.decodeRoomImage(blob)
        }
    }

    func records(roomKey: Int64, after index: UInt64, _ body: (RoomRecord) throws(LedgerError) -> Void)
        throws(LedgerError)
    {
        let statement = try read { () throws(SQLiteError) -> Statement in
            try self.statement(.roomRecords).begin().bind(roomKey).bind(index)
        }
        defer { statement.end() }
        var expected = index + 1
        while try read({ () throws(SQLiteError) in try statement.step() }) {
            let record = try decode("record \(expected) of room \(roomKey)") { () throws(CodecError) in
                try codec.decodeRoomRecord(statement.blob(1))
            }
            guard record.index == expected, statement.unsigned(0) == expected else {
                throw LedgerError(.damaged, "the log of room \(roomKey) has a hole at record \(expected)")
            }
            try body(record)
            expected += 1
        }
    }

    func write(_ image: RoomImage, roomKey: Int64) throws(LedgerError) {
        try write { () throws(SQLiteError) in
            try writing(.writeRoomSnapshot).bind(roomKey).bind(image.logIndex).bind(image.seq).bind(roomPosition)
                .bind(lastRoomCommitAt.nanoseconds).bind(codec.encode(image)).run()
            try writing(.pruneRoomLog).bind(roomKey).bind(image.logIndex).run()
        }
    }
}
