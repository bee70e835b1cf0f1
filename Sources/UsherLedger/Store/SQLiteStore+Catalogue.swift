import UsherCore

// Halls and the catalogue of shows.
extension SQLiteStore {
    func newestHall(_ hallID: String, tenant: String) throws(LedgerError) -> UInt64? {
        try read { () throws(SQLiteError) in
            let statement = try statement(.newestHall).begin().bind(tenant).bind(hallID)
            defer { statement.end() }
            guard try statement.step() else { return nil }
            let revision = statement.unsigned(0)
            return revision == 0 ? nil : revision
        }
    }

    func hall(_ hallID: String, revision: UInt64, tenant: String) throws(LedgerError) -> StoredHall? {
        try read { () throws(SQLiteError) in
            let statement = try statement(.hall).begin().bind(tenant).bind(hallID).bind(revision)
            defer { statement.end() }
            guard try statement.step() else { return nil }
            return StoredHall(
                revision: revision, seatCount: Int(statement.integer(0)), header: statement.blob(1),
                seats: statement.blob(2))
        }
    }

    func halls(tenant: String, after: String, limit: Int) throws(LedgerError) -> [(hall: Hall, seatCount: Int)] {
        let rows = try read { () throws(SQLiteError) in
            let statement = try statement(.halls).begin().bind(tenant).bind(after).bind(Int64(limit))
            var rows: [(revision: UInt64, seatCount: Int, header: [UInt8])] = []
            while try statement.step() {
                rows.append((statement.unsigned(0), Int(statement.integer(1)), statement.blob(2)))
            }
            return rows
        }
        var halls: [(hall: Hall, seatCount: Int)] = []
        for row in rows {
            var hall = try decode("a hall") { () throws(CodecError) in
                try codec.decodeHeader(row.header, revision: row.revision)
            }
            hall.rows = []
            halls.append((hall, row.seatCount))
        }
        return halls
    }

    func insert(_ hall: StoredHall, hallID: String, tenant: String) throws(LedgerError) {
        try write { () throws(SQLiteError) in
            try writing(.insertHall).bind(tenant).bind(hallID).bind(hall.revision).bind(Int64(hall.seatCount))
                .bind(hall.header).bind(hall.seats).run()
        }
    }

    func show(_ ref: ShowRef) throws(LedgerError) -> StoredShow? {
        try shows { () throws(SQLiteError) in try statement(.show).begin().bind(ref.tenant).bind(ref.showID) }.first
    }

    func shows(tenant: String, hallID: String, after: (startsAt: Timestamp, showID: String)?, limit: Int)
        throws(LedgerError) -> [StoredShow]
    {
        try shows { () throws(SQLiteError) in
            let statement = try statement(hallID.isEmpty ? .showsOfTenant : .showsOfHall).begin().bind(tenant)
            if !hallID.isEmpty { statement.bind(hallID) }
            return statement.bind(after?.startsAt.nanoseconds ?? .min).bind(after?.showID ?? "").bind(Int64(limit))
        }
    }

    func runningShows(tenant: String, hallID: String, now: Timestamp) throws(LedgerError) -> [StoredShow] {
        try shows { () throws(SQLiteError) in
            try statement(.runningShows).begin().bind(tenant).bind(hallID).bind(now.nanoseconds)
        }
    }

    private func shows(_ bound: () throws(SQLiteError) -> Statement) throws(LedgerError) -> [StoredShow] {
        let rows = try read { () throws(SQLiteError) in
            let statement = try bound()
            var rows: [(key: Int64, body: [UInt8], digest: [UInt8])] = []
            while try statement.step() { rows.append((statement.integer(0), statement.blob(1), statement.blob(2))) }
            return rows
        }
        var shows: [StoredShow] = []
        shows.reserveCapacity(rows.count)
        for row in rows {
            let show = try decode("show \(row.key)") { () throws(CodecError) in try codec.decodeShow(row.body) }
            shows.append(StoredShow(key: row.key, show: show, digest: ContentDigest(bytes: row.digest)))
        }
        return shows
    }

    func overlap(of show: Show, tenant: String) throws(LedgerError) -> String? {
        try read { () throws(SQLiteError) in
            let statement = try statement(.overlap).begin().bind(tenant).bind(show.hallID)
                .bind(show.endsAt.nanoseconds).bind(show.showID)
            defer { statement.end() }
            guard try statement.step(), statement.integer(1) > show.startsAt.nanoseconds else { return nil }
            return statement.text(0)
        }
    }

    func insert(_ show: Show, digest: ContentDigest, tenant: String) throws(LedgerError) -> Int64 {
        try write { () throws(SQLiteError) in
            let statement = try writing(.insertShow).bind(tenant).bind(show.showID).bind(show.hallID)
                .bind(show.startsAt.nanoseconds).bind(show.endsAt.nanoseconds).bind(Int64(show.cancelled ? 1 : 0))
                .bind(codec.encode(show)).bind(digest.bytes)
            guard try statement.step() else { throw SQLiteError(code: 1, message: "no key for a new show") }
            let key = statement.integer(0)
            try statement.run()
            return key
        }
    }

    func update(_ show: Show, key: Int64) throws(LedgerError) {
        try write { () throws(SQLiteError) in
            try writing(.updateShow).bind(show.startsAt.nanoseconds).bind(show.endsAt.nanoseconds)
                .bind(Int64(show.cancelled ? 1 : 0)).bind(codec.encode(show)).bind(key).run()
        }
    }

    func seq(key: Int64) throws(LedgerError) -> UInt64 {
        try read { () throws(SQLiteError) in
            for query in [Query.lastSeq, .snapshotSeq] {
                let statement = try statement(query).begin().bind(key)
                defer { statement.end() }
                if try statement.step() { return statement.unsigned(0) }
            }
            return 0
        }
    }
}

extension ContentDigest {
    /// Sixteen bytes, little endian.
    var bytes: [UInt8] { stride(from: 0, to: 128, by: 8).map { UInt8(truncatingIfNeeded: value >> UInt128($0)) } }

    init(bytes: [UInt8]) {
        var value: UInt128 = 0
        for (position, byte) in bytes.prefix(16).enumerated() { value |= UInt128(byte) << UInt128(8 * position) }
        self.init(value: value)
    }
}
