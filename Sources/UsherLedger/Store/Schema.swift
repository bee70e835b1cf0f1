/// The tables. A change raises `version` and comes with the step from the version before.
enum Schema {
    static let version = Int64(1 + steps.count)
    /// "Ushr": tells our files from other SQLite files.
    static let applicationID: Int64 = 0x5573_6872

    /// What each version added to the one before it, from version 2 on. A new file is made of `tables` and all of them.
    static let steps = [rooms + focus, rows]

    /// Version 1.
    static let tables = """
        CREATE TABLE meta (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID, STRICT;
        INSERT INTO meta VALUES ('generation', 0), ('requests_flushed', 0);

        CREATE TABLE hall (
            tenant TEXT NOT NULL, hall_id TEXT NOT NULL, revision INTEGER NOT NULL, seat_count INTEGER NOT NULL,
            header BLOB NOT NULL, seats BLOB NOT NULL) STRICT;
        CREATE UNIQUE INDEX hall_revision ON hall (tenant, hall_id, revision);

        CREATE TABLE show (
            show_key INTEGER PRIMARY KEY, tenant TEXT NOT NULL, show_id TEXT NOT NULL, hall_id TEXT NOT NULL,
            starts_at INTEGER NOT NULL, ends_at INTEGER NOT NULL, cancelled INTEGER NOT NULL,
            body BLOB NOT NULL, digest BLOB NOT NULL) STRICT;
        CREATE UNIQUE INDEX show_id ON show (tenant, show_id);
        CREATE INDEX show_start ON show (tenant, starts_at, show_id);
        CREATE INDEX show_hall ON show (tenant, hall_id, starts_at, show_id);
        CREATE INDEX show_running ON show (tenant, hall_id, ends_at) WHERE cancelled = 0;
        CREATE INDEX show_overlap ON show (tenant, hall_id, starts_at) WHERE cancelled = 0;

        -- All shows' records in commit order. A row holds what one commit did to one show: one record, or since version 3
        -- several that follow on each other. position counts records, and is the last one's, as are seq and at; idx is
        -- the first one's.
        CREATE TABLE log (
            position INTEGER PRIMARY KEY, show_key INTEGER NOT NULL, idx INTEGER NOT NULL, seq INTEGER NOT NULL,
            at INTEGER NOT NULL, body BLOB NOT NULL) STRICT;
        -- A second writer of a show's history fails here.
        CREATE UNIQUE INDEX log_show ON log (show_key, idx);

        CREATE TABLE snapshot (
            show_key INTEGER PRIMARY KEY, idx INTEGER NOT NULL, seq INTEGER NOT NULL, body BLOB NOT NULL) STRICT;

        -- No seat is sold twice, whatever the code above believes.
        CREATE TABLE sold_seat (
            show_key INTEGER NOT NULL, seat INTEGER NOT NULL, sale INTEGER NOT NULL,
            PRIMARY KEY (show_key, seat)) WITHOUT ROWID, STRICT;
        -- refunded_at: when the last seat was given back, else 0.
        CREATE TABLE sale (
            show_key INTEGER NOT NULL, number INTEGER NOT NULL, refunded_at INTEGER NOT NULL, body BLOB NOT NULL,
            PRIMARY KEY (show_key, number)) WITHOUT ROWID, STRICT;
        CREATE TABLE closed_lock (
            show_key INTEGER NOT NULL, number INTEGER NOT NULL, closed_at INTEGER NOT NULL, body BLOB NOT NULL,
            PRIMARY KEY (show_key, number)) WITHOUT ROWID, STRICT;
        CREATE INDEX closed_lock_age ON closed_lock (closed_at);

        CREATE TABLE request (
            tenant TEXT NOT NULL, scope INTEGER NOT NULL, id TEXT NOT NULL, digest BLOB NOT NULL,
            show_key INTEGER NOT NULL, kind INTEGER NOT NULL, number INTEGER NOT NULL, at INTEGER NOT NULL,
            PRIMARY KEY (tenant, scope, id)) WITHOUT ROWID, STRICT;
        CREATE INDEX request_age ON request (at);
        """

    /// Version 2, with `focus`.
    static let rooms = """
        -- live: somebody is a member. away_after: the room's, for looking at live rooms after a start.
        CREATE TABLE room (
            room_key INTEGER PRIMARY KEY, tenant TEXT NOT NULL, room_id TEXT NOT NULL, live INTEGER NOT NULL,
            away_after INTEGER NOT NULL, body BLOB NOT NULL, digest BLOB NOT NULL) STRICT;
        CREATE UNIQUE INDEX room_id ON room (tenant, room_id);
        CREATE INDEX room_live ON room (room_key) WHERE live = 1;

        -- All rooms' records in commit order; those that a room's snapshot holds are deleted.
        CREATE TABLE room_log (
            position INTEGER PRIMARY KEY, room_key INTEGER NOT NULL, idx INTEGER NOT NULL, seq INTEGER NOT NULL,
            at INTEGER NOT NULL, body BLOB NOT NULL) STRICT;
        -- A second writer of a room's history fails here.
        CREATE UNIQUE INDEX room_log_room ON room_log (room_key, idx);

        -- position and at: of the last record in the log of all rooms when it was written.
        CREATE TABLE room_snapshot (
            room_key INTEGER PRIMARY KEY, idx INTEGER NOT NULL, seq INTEGER NOT NULL, position INTEGER NOT NULL,
            at INTEGER NOT NULL, body BLOB NOT NULL) STRICT;
        CREATE INDEX room_snapshot_position ON room_snapshot (position);
        """

    /// Version 2, with `rooms`.
    static let focus = """

        -- over_at: when the session is over as far as its events tell; without an end in sight the largest number.
        -- room_end: when its room is to hear of an end that comes by itself; the largest number where it is not.
        CREATE TABLE focus_session (
            focus_key INTEGER PRIMARY KEY, tenant TEXT NOT NULL, session_id TEXT NOT NULL, member_id TEXT NOT NULL,
            started_at INTEGER NOT NULL, over_at INTEGER NOT NULL, room_end INTEGER NOT NULL, body BLOB NOT NULL) STRICT;
        CREATE UNIQUE INDEX focus_session_id ON focus_session (tenant, session_id);
        CREATE INDEX focus_session_member ON focus_session (tenant, member_id, started_at, session_id);
        CREATE INDEX focus_session_room_end ON focus_session (room_end) WHERE room_end < 9223372036854775807;
        """

    /// Version 3: a row of the log may hold several records, and one of the archive several locks. What the log has is
    /// not rewritten.
    static let rows = """
        -- Closed locks whose numbers lie near each other, from first to last. closed_at: the latest one's. Of two rows
        -- with the same lock the later one counts.
        CREATE TABLE closed_locks (
            place INTEGER PRIMARY KEY, show_key INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL,
            closed_at INTEGER NOT NULL, body BLOB NOT NULL) STRICT;
        CREATE INDEX closed_locks_number ON closed_locks (show_key, last, first);
        CREATE INDEX closed_locks_age ON closed_locks (closed_at);
        INSERT INTO closed_locks (show_key, first, last, closed_at, body)
            SELECT show_key, number, number, closed_at, body FROM closed_lock ORDER BY closed_at;
        DROP TABLE closed_lock;
        """

    /// Only where sales are forgotten: in memory.
    static let memoryTables = "CREATE INDEX sale_age ON sale (refunded_at) WHERE refunded_at > 0;"
}
