import CSQLite
import CSystem
import UsherCore

/// The ledger's store on SQLite: a file in an exclusively owned directory, or memory.
///
/// One connection writes *and* checkpoints: in some SQLite versions another connection's checkpoint can lose a commit.
final class SQLiteStore: LedgerStore {
    struct Options {
        /// nil keeps nothing: the data lives in memory, and what a restart would need is dropped.
        var directory: String?
        /// The data came from a backup: what was published after it is lost, so every epoch changes.
        var restored = false
        /// The name of another file layer, for tests.
        var vfs: String?
        /// Only tests turn it off, to show that they would notice.
        var syncs = true
    }

    private struct Connection {
        let database: Database
        /// The files as they were when it was opened: see `checkFiles`.
        let files: [String: FileIdentity]
        var statements: [Query: Statement] = [:]
        /// Pages that the log's file has room for; nil where that cannot be prepared.
        var roomPages: Int? = 0
    }

    let options: Options
    private var directory: DataDirectory?
    private var connection: Connection?
    private var isWriting = false
    private var committedPosition: UInt64 = 0
    /// Of the last record in the log of all rooms.
    var roomPosition: UInt64 = 0
    /// Its time.
    var lastRoomCommitAt = Timestamp(nanoseconds: 0)
    private var committedRoomPosition: UInt64 = 0

    private(set) var codec = Codec()
    private(set) var lastCommitAt: Timestamp?
    private(set) var writes: UInt64 = 0
    var position: UInt64 = 0
    var requestsFlushedTo: UInt64 = 0

    var keepsHistory: Bool { options.directory != nil }
    var logPages: Int { connection?.database.logPages ?? 0 }

    init(_ options: Options) throws(LedgerError) {
        self.options = options
        if let path = options.directory {
            directory = try DataDirectory(path)
        } else {
            directory = nil
        }
        try open(restored: options.restored, creates: true)
    }

    private var path: String { directory.map { "\($0.path)/ledger.sqlite" } ?? ":memory:" }

    // MARK: Opening

    /// Without `creates` a ledger must be there: a store that is opened again never begins anew.
    private func open(restored: Bool, creates: Bool) throws(LedgerError) {
        do {
            let database = try Database(path: path, vfs: options.vfs, creates: creates)
            try prepare(database, restored: restored, creates: creates)
            connection = Connection(database: database, files: openFiles)
            isWriting = false
        } catch let error as SQLiteError {
            throw Self.failure(error, otherwise: .storeAway, "the store \(path) cannot be opened")
        } catch {
            throw error as? LedgerError ?? LedgerError(.storeAway, "\(error)")
        }
    }

    private func prepare(_ database: Database, restored: Bool, creates: Bool) throws {
        // Before the first access: with one owner the index of the write-ahead log needs no shared memory.
        try database.execute("PRAGMA locking_mode = EXCLUSIVE")
        try database.execute("PRAGMA page_size = 4096")
        let version = try database.integer("PRAGMA user_version") ?? 0
        let application = try database.integer("PRAGMA application_id") ?? 0
        if version == 0, creates, try database.integer("SELECT count(*) FROM sqlite_schema") == 0 {
            try configure(database)
            try create(database)
        } else {
            guard application == Schema.applicationID else {
                throw LedgerError(.damaged, "\(path) is not a ledger of Usher")
            }
            guard version <= Schema.version else {
                throw LedgerError(
                    .newerSchema,
                    "the data in \(directory?.path ?? "") was written by a newer version of Usher (schema \(version), "
                        + "this version knows \(Schema.version))")
            }
            try configure(database)
            try migrate(database, from: version)
        }
        if restored {
            // Random and not counted: one backup may be restored twice, and what readers saw in between is lost too.
            try database.execute("UPDATE meta SET value = 1 + (random() & 0xFFFFFFFFFFFF) WHERE name = 'generation'")
        }
        try load(database)
    }

    private func configure(_ database: Database) throws {
        // A new file begins with a rollback journal: EXTRA also makes it durable that the journal is gone.
        if options.syncs { try database.execute("PRAGMA synchronous = EXTRA") }
        try database.execute("PRAGMA journal_mode = WAL")
        try database.execute("PRAGMA synchronous = \(options.syncs ? "FULL" : "OFF")")
        try database.execute("PRAGMA wal_autocheckpoint = 0")
        // The automatic checkpoint uses the hook that counts our pages: set it again.
        database.countLogPages()
        try database.execute("PRAGMA cache_size = -\(Limits.pageCacheKiB)")
        try database.execute("PRAGMA temp_store = MEMORY")
        try database.execute("PRAGMA trusted_schema = OFF")
    }

    private func create(_ database: Database) throws {
        try database.execute("BEGIN IMMEDIATE")
        try database.execute(Schema.tables)
        for step in Schema.steps { try database.execute(step) }
        if !keepsHistory { try database.execute(Schema.memoryTables) }
        try database.execute("PRAGMA application_id = \(Schema.applicationID)")
        try database.execute("PRAGMA user_version = \(Schema.version)")
        try database.execute("COMMIT")
    }

    /// All steps or none: a start that is cut off finds the old version again.
    private func migrate(_ database: Database, from version: Int64) throws {
        guard version < Schema.version else { return }
        guard version >= 1 else { throw LedgerError(.damaged, "\(path) says that it is of schema \(version)") }
        try database.execute("BEGIN IMMEDIATE")
        for step in Schema.steps.dropFirst(Int(version) - 1) { try database.execute(step) }
        try database.execute("PRAGMA user_version = \(Schema.version)")
        try database.execute("COMMIT")
    }

    private func load(_ database: Database) throws {
        let generation = try database.integer("SELECT value FROM meta WHERE name = 'generation'") ?? 0
        let flushed = try database.integer("SELECT value FROM meta WHERE name = 'requests_flushed'") ?? 0
        let last = try database.integer("SELECT max(position) FROM log") ?? 0
        // Numbers stand in the file without a checksum of ours.
        guard generation >= 0, flushed >= 0, last >= flushed else {
            throw LedgerError(
                .damaged, "\(path) is damaged: the log ends at \(last), and request ids are known up to \(flushed)")
        }
        codec = Codec(generation: UInt64(generation))
        requestsFlushedTo = UInt64(flushed)
        position = UInt64(last)
        committedPosition = position
        lastCommitAt = try database.integer("SELECT at FROM log ORDER BY position DESC LIMIT 1").map {
            Timestamp(nanoseconds: $0)
        }
        try loadRooms(database)
    }

    private func loadRooms(_ database: Database) throws {
        roomPosition = 0
        lastRoomCommitAt = Timestamp(nanoseconds: 0)
        // The log is pruned behind snapshots, which know where it ended.
        for table in ["room_log", "room_snapshot"] {
            let last = try database.integer("SELECT max(position) FROM \(table)") ?? 0
            guard last >= 0 else { throw LedgerError(.damaged, "\(path) is damaged: a room's record has no place") }
            roomPosition = max(roomPosition, UInt64(last))
            if let at = try database.integer("SELECT at FROM \(table) ORDER BY position DESC LIMIT 1") {
                lastRoomCommitAt = max(lastRoomCommitAt, Timestamp(nanoseconds: at))
            }
        }
        if roomPosition > 0 { lastCommitAt = max(lastCommitAt ?? lastRoomCommitAt, lastRoomCommitAt) }
        committedRoomPosition = roomPosition
    }

    func reopen() throws(LedgerError) {
        guard keepsHistory else {
            // Closing would lose everything. A transaction in memory fails only for want of memory.
            position = committedPosition
            roomPosition = committedRoomPosition
            try write { () throws(SQLiteError) in
                if isWriting { try database().execute("ROLLBACK") }
            }
            isWriting = false
            return
        }
        connection = nil
        let (answered, answeredRooms) = (committedPosition, committedRoomPosition)
        try open(restored: false, creates: false)
        guard position >= answered, roomPosition >= answeredRooms else {
            let (found, foundRooms) = (position, roomPosition)
            connection = nil
            (committedPosition, committedRoomPosition) = (answered, answeredRooms)
            throw LedgerError(
                .damaged,
                "\(path) lost commits that were answered: it ends at \(found) and \(foundRooms), not at \(answered) and "
                    + "\(answeredRooms)")
        }
        // After a failed sync the log's file may hold pages that the disk does not. Moving all of it to the database
        // file and starting it afresh leaves nothing that later commits could silently rest on.
        do {
            try database().checkpoint(truncating: true)
        } catch {
            connection = nil
            throw Self.failure(error, otherwise: .storeAway, "the store cannot be reopened")
        }
    }

    func checkpoint() throws(LedgerError) {
        guard keepsHistory else { return }
        try write { () throws(SQLiteError) in try database().checkpoint(truncating: false) }
    }

    /// A log that grows has every sync write where the file system put the new blocks; one that lies in blocks of its own
    /// is written in place. What it holds beyond its last commit counts for nothing: zeros are as good as old pages.
    func makeRoom() throws(LedgerError) {
        guard let room = connection?.roomPages, options.vfs == nil, keepsHistory else { return }
        let used = logPages
        guard used >= Limits.logPagesWithoutRoom, used + used / 2 > room, room < Limits.roomPages else { return }
        try checkFiles()
        let pages = min(max(4 * used, room), Limits.roomPages)
        let size = usher_file_extend("\(path)-wal", Int64(pages * Limits.logPageBytes))
        // Without room there (a full disk, a limit) the commits will tell, if they must.
        connection?.roomPages = size < 0 ? nil : Int(size) / Limits.logPageBytes
    }

    func close() {
        connection = nil
        directory = nil
    }

    // MARK: Transactions

    func commit() throws(LedgerError) {
        guard isWriting else { return }
        try checkFiles()
        try write { () throws(SQLiteError) in try statement(.commit).begin().run() }
        isWriting = false
        committedPosition = position
        committedRoomPosition = roomPosition
    }

    /// The statement of a write; begins the transaction if it is the first.
    func writing(_ query: Query) throws(SQLiteError) -> Statement {
        if !isWriting {
            try statement(.begin).begin().run()
            isWriting = true
        }
        writes += 1
        return try statement(query).begin()
    }

    func statement(_ query: Query) throws(SQLiteError) -> Statement {
        if let kept = connection?.statements[query] { return kept }
        let statement = try database().prepare(query.sql)
        connection?.statements[query] = statement
        return statement
    }

    /// Rows that the last write changed.
    func changes() throws(SQLiteError) -> Int { try database().changes }

    private func database() throws(SQLiteError) -> Database {
        guard let connection else { throw SQLiteError(code: SQLITE_CANTOPEN, message: "the store is closed") }
        return connection.database
    }

    private var openFiles: [String: FileIdentity] {
        guard directory != nil, options.vfs == nil else { return [:] }
        var files: [String: FileIdentity] = [:]
        for name in [path, "\(path)-wal"] { files[name] = FileIdentity(name) }
        return files
    }

    /// Whoever removes or replaces the files of a running server leaves it writing to files without a name: what it
    /// commits there is gone when it ends. SQLite does not notice.
    private func checkFiles() throws(LedgerError) {
        guard let files = connection?.files else { return }
        for (name, identity) in files where FileIdentity(name) != identity {
            throw LedgerError(.commitFailed, "\(name) was removed or replaced while the server runs")
        }
    }

    // MARK: Failures

    func read<Value>(_ body: () throws(SQLiteError) -> Value) throws(LedgerError) -> Value {
        do { return try body() } catch { throw Self.failure(error, otherwise: .storeAway, "the store cannot be read") }
    }

    func write<Value>(_ body: () throws(SQLiteError) -> Value) throws(LedgerError) -> Value {
        do { return try body() } catch {
            throw LedgerError(.commitFailed, "the store did not commit: \(error.message) (SQLite \(error.code))")
        }
    }

    func decode<Value>(_ what: @autoclosure () -> String, _ body: () throws(CodecError) -> Value) throws(LedgerError)
        -> Value
    {
        do { return try body() } catch { throw LedgerError(.damaged, "\(what()) cannot be read: \(error.message)") }
    }

    private static func failure(_ error: SQLiteError, otherwise kind: LedgerError.Kind, _ what: String) -> LedgerError {
        switch error.code & 0xff {
        case SQLITE_CORRUPT, SQLITE_NOTADB: LedgerError(.damaged, "\(what): \(error.message) (SQLite \(error.code))")
        case SQLITE_BUSY, SQLITE_LOCKED:
            LedgerError(.inUse, "\(what): another process uses the file (SQLite \(error.code))")
        default: LedgerError(kind, "\(what): \(error.message) (SQLite \(error.code))")
        }
    }
}
