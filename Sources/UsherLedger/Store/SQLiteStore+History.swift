import UsherCore

// A show's log and snapshots.
extension SQLiteStore {
    func append(_ records: [ShowRecord], seq: UInt64, key: Int64) throws(LedgerError) {
        guard let first = records.first, let last = records.last else { return }
        position += UInt64(records.count)
        try write { () throws(SQLiteError) in
            try writing(.append).bind(position).bind(key).bind(first.index).bind(seq).bind(last.at.nanoseconds)
                .bind(codec.encode(records)).run()
        }
    }

    func snapshot(key: Int64) throws(LedgerError) -> ShowSnapshot? {
        let blob = try read { () throws(SQLiteError) -> [UInt8]? in
            let statement = try statement(.snapshot).begin().bind(key)
            defer { statement.end() }
            return try statement.step() ? statement.blob(0) : nil
        }
        guard let blob else { return nil }
        return try decode("the snapshot of show \(key)") { () throws(CodecError) in try codec.decodeSnapshot(blob) }
    }

    func records(
        key: Int64, after index: UInt64, _ body: (ShowRecord) throws(LedgerError) -> Void
    ) throws(LedgerError) {
        let statement = try read { () throws(SQLiteError) -> Statement in
            try self.statement(.records).begin().bind(key).bind(index)
        }
        defer { statement.end() }
        var expected = index + 1
        while try read({ () throws(SQLiteError) in try statement.step() }) {
            let row = try decode("record \(expected) of show \(key)") { () throws(CodecError) in
                try codec.decodeRecords(statement.blob(1))
            }
            guard row[0].index == statement.unsigned(0), row[0].index <= expected else {
                throw LedgerError(.damaged, "the log of show \(key) has a hole at record \(expected)")
            }
            // The first row may begin before what is asked for.
            for record in row where record.index == expected {
                try body(record)
                expected += 1
            }
        }
    }

    func write(_ snapshot: ShowSnapshot, key: Int64) throws(LedgerError) {
        try write { () throws(SQLiteError) in
            try writing(.writeSnapshot).bind(key).bind(snapshot.logIndex).bind(snapshot.seq)
                .bind(codec.encode(snapshot)).run()
            // In memory nobody reads the log again: a demo that runs for days stays small.
            if !keepsHistory { try writing(.pruneLog).bind(key).bind(snapshot.logIndex).run() }
        }
    }
}
