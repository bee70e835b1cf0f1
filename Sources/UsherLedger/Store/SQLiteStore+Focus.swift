import UsherCore

// Focus sessions.
extension SQLiteStore {
    func focus(_ sessionID: String, tenant: String) throws(LedgerError) -> StoredFocus? {
        try focus { () throws(SQLiteError) in try statement(.focus).begin().bind(tenant).bind(sessionID) }.first
    }

    func lastFocus(startingBy moment: Timestamp, of member: FocusMember) throws(LedgerError) -> StoredFocus? {
        try focus { () throws(SQLiteError) in
            try statement(.lastFocus).begin().bind(member.tenant).bind(member.memberID).bind(moment.nanoseconds)
        }.first
    }

    func nextFocus(after moment: Timestamp, of member: FocusMember) throws(LedgerError) -> StoredFocus? {
        try focus { () throws(SQLiteError) in
            try statement(.nextFocus).begin().bind(member.tenant).bind(member.memberID).bind(moment.nanoseconds)
        }.first
    }

    func focusSessions(of member: FocusMember, before place: FocusPlace?, limit: Int) throws(LedgerError)
        -> [StoredFocus]
    {
        // No id is behind this text.
        let place = place ?? FocusPlace(startedAt: Timestamp(nanoseconds: .max), sessionID: "~")
        return try focus { () throws(SQLiteError) in
            try statement(.focusBackwards).begin().bind(member.tenant).bind(member.memberID)
                .bind(place.startedAt.nanoseconds).bind(place.sessionID).bind(Int64(limit))
        }
    }

    func focusSessions(of member: FocusMember, from place: FocusPlace, before end: Timestamp, limit: Int)
        throws(LedgerError) -> [StoredFocus]
    {
        try focus { () throws(SQLiteError) in
            try statement(.focusForwards).begin().bind(member.tenant).bind(member.memberID)
                .bind(place.startedAt.nanoseconds).bind(place.sessionID).bind(end.nanoseconds).bind(Int64(limit))
        }
    }

    func insertFocus(_ record: FocusRecord, tenant: String, roomEnd: Timestamp?) throws(LedgerError) {
        try write { () throws(SQLiteError) in
            try writing(.insertFocus).bind(tenant).bind(record.sessionID).bind(record.memberID)
                .bind(record.startedAt.nanoseconds).bind(overAt(record)).bind(roomEnd?.nanoseconds ?? Self.noRoomEnd)
                .bind(codec.encode(record)).run()
        }
    }

    func updateFocus(_ record: FocusRecord, key: Int64, roomEnd: Timestamp?) throws(LedgerError) {
        try write { () throws(SQLiteError) in
            try writing(.updateFocus).bind(overAt(record)).bind(roomEnd?.nanoseconds ?? Self.noRoomEnd)
                .bind(codec.encode(record)).bind(key).run()
        }
    }

    func nextRoomEnd() throws(LedgerError) -> Timestamp? {
        try read { () throws(SQLiteError) in
            let statement = try statement(.nextRoomEnd).begin()
            defer { statement.end() }
            guard try statement.step() else { return nil }
            return Timestamp(nanoseconds: statement.integer(0))
        }
    }

    func roomEnds(by moment: Timestamp, limit: Int) throws(LedgerError) -> [StoredFocus] {
        try focus { () throws(SQLiteError) in
            try statement(.roomEnds).begin().bind(moment.nanoseconds).bind(Int64(limit))
        }
    }

    func clearRoomEnd(key: Int64) throws(LedgerError) {
        try write { () throws(SQLiteError) in try writing(.clearRoomEnd).bind(key).run() }
    }

    /// Written where the room need not hear of an end. The partial index leaves it out.
    private static var noRoomEnd: Int64 { .max }

    /// Without an end in sight: later than all.
    private func overAt(_ record: FocusRecord) -> Int64 { record.over?.nanoseconds ?? .max }

    private func focus(_ bound: () throws(SQLiteError) -> Statement) throws(LedgerError) -> [StoredFocus] {
        let rows = try read { () throws(SQLiteError) in
            let statement = try bound()
            var rows: [(key: Int64, tenant: String, body: [UInt8])] = []
            while try statement.step() { rows.append((statement.integer(0), statement.text(1), statement.blob(2))) }
            return rows
        }
        var sessions: [StoredFocus] = []
        sessions.reserveCapacity(rows.count)
        for row in rows {
            let record = try decode("focus session \(row.key)") { () throws(CodecError) in
                try codec.decodeFocus(row.body)
            }
            sessions.append(StoredFocus(key: row.key, tenant: row.tenant, record: record))
        }
        return sessions
    }
}
