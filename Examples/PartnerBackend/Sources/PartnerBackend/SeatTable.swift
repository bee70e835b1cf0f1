import Usher

/// The partner's own copy of all seats. Whatever changes in it changes together with the position that it stands for, so
/// after a crash the table and the position still belong together, and the map goes on from there.
actor SeatTable {
    private let database: Database

    /// How a show stands in the table.
    struct Row: Sendable {
        var showID: String
        var position: Position
        var counts: [(state: UInt8, seats: Int)]
    }

    init(_ path: String) throws {
        database = try Database(path)
        try database.run(
            """
            CREATE TABLE IF NOT EXISTS shows (
                show_id TEXT PRIMARY KEY, title TEXT NOT NULL DEFAULT '', hall_id TEXT NOT NULL DEFAULT '',
                hall_revision INTEGER NOT NULL DEFAULT 0, epoch TEXT NOT NULL DEFAULT '',
                seq INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;
            CREATE TABLE IF NOT EXISTS seats (
                show_id TEXT NOT NULL REFERENCES shows, seat INTEGER NOT NULL, code TEXT NOT NULL,
                state INTEGER NOT NULL, PRIMARY KEY (show_id, seat)) WITHOUT ROWID;
            """)
    }

    // MARK: Reading

    /// What is known of a show: where to resume, and the map that belongs to it. nil for a new show.
    func replica(of showID: String) throws -> SeatMapReplica? {
        var snapshot: SeatSnapshot?
        let show = try database.statement("SELECT epoch, seq, hall_id, hall_revision FROM shows WHERE show_id = ?")
        try show.run([.text(showID)]) { row in
            guard !row.text(0).isEmpty else { return }
            snapshot = SeatSnapshot(
                showID: showID, epoch: row.text(0), seq: UInt64(bitPattern: row.integer(1)), hallID: row.text(2),
                hallRevision: UInt64(bitPattern: row.integer(3)), states: [], serverTime: Timestamp(nanoseconds: 0))
        }
        guard var snapshot else { return nil }
        let seats = try database.statement("SELECT state FROM seats WHERE show_id = ? ORDER BY seat")
        try seats.run([.text(showID)]) { row in snapshot.states.append(UInt8(clamping: row.integer(0))) }
        var replica = SeatMapReplica()
        _ = replica.apply(.snapshot(snapshot))
        return replica
    }

    /// Every show with its position and how many seats are in which state.
    func rows() throws -> [Row] {
        var rows: [Row] = []
        try database.statement("SELECT show_id, epoch, seq FROM shows ORDER BY show_id").run { row in
            let position = Position(epoch: row.text(1), seq: UInt64(bitPattern: row.integer(2)))
            rows.append(Row(showID: row.text(0), position: position, counts: []))
        }
        let counts = try database.statement(
            "SELECT state, count(*) FROM seats WHERE show_id = ? GROUP BY state ORDER BY state")
        for index in rows.indices {
            try counts.run([.text(rows[index].showID)]) { row in
                rows[index].counts.append((UInt8(clamping: row.integer(0)), Int(row.integer(1))))
            }
        }
        return rows
    }

    // MARK: Writing

    /// Notes a show that the gateway listed. Its seats come with its map.
    func note(_ show: Show) throws {
        try database.statement(
            "INSERT INTO shows (show_id, title) VALUES (?, ?) ON CONFLICT DO UPDATE SET title = excluded.title"
        ).run([.text(show.showID), .text(show.title)])
    }

    /// Writes the seats that changed and the position they lead to, in one transaction.
    func change(_ showID: String, _ changes: [SeatChange], to position: Position) throws {
        try database.transaction {
            let update = try database.statement("UPDATE seats SET state = ? WHERE show_id = ? AND seat = ?")
            for change in changes {
                try update.run([.integer(Int64(change.state)), .text(showID), .integer(Int64(change.seat))])
            }
            try move(showID, to: position)
        }
    }

    /// Makes the table hold this map and its position, in one transaction. Rows that hold the right state already are not
    /// touched: a map is told whole also when it goes on from what the table had.
    func replace(_ showID: String, _ hall: Hall, _ states: [UInt8], at position: Position) throws {
        try database.transaction {
            if try !holds(showID, hall) { try renew(showID, hall) }
            let update = try database.statement(
                "UPDATE seats SET state = ? WHERE show_id = ? AND seat = ? AND state <> ?")
            for (seat, state) in states.enumerated() {
                let state = Int64(state)
                try update.run([.integer(state), .text(showID), .integer(Int64(seat)), .integer(state)])
            }
            try move(showID, to: position)
        }
    }

    /// The show's rows are seats of this hall revision.
    private func holds(_ showID: String, _ hall: Hall) throws -> Bool {
        var holds = false
        let revision = Int64(bitPattern: hall.revision)
        try database.statement("SELECT 1 FROM shows WHERE show_id = ? AND hall_id = ? AND hall_revision = ?")
            .run([.text(showID), .text(hall.hallID), .integer(revision)]) { _ in holds = true }
        return holds
    }

    /// Rows for all seats of a hall, in a state that no seat has.
    private func renew(_ showID: String, _ hall: Hall) throws {
        try database.statement("DELETE FROM seats WHERE show_id = ?").run([.text(showID)])
        let insert = try database.statement("INSERT INTO seats (show_id, seat, code, state) VALUES (?, ?, ?, 0)")
        for (index, seat) in hall.seats.enumerated() {
            try insert.run([.text(showID), .integer(Int64(index)), .text(seat.code)])
        }
        try database.statement("UPDATE shows SET hall_id = ?, hall_revision = ? WHERE show_id = ?").run([
            .text(hall.hallID), .integer(Int64(bitPattern: hall.revision)), .text(showID),
        ])
    }

    private func move(_ showID: String, to position: Position) throws {
        try database.statement("UPDATE shows SET epoch = ?, seq = ? WHERE show_id = ?").run([
            .text(position.epoch), .integer(Int64(bitPattern: position.seq)), .text(showID),
        ])
    }
}
