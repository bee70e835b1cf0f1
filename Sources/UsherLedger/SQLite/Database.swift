import CSQLite

/// One connection. Used by one thread only: it is opened without SQLite's own locks.
final class Database {
    private let handle: OpaquePointer
    /// Pages in the write-ahead log after the last commit; written by SQLite's hook on the using thread.
    private let walPages: UnsafeMutablePointer<Int32>

    /// `path` may be `:memory:`; unless `creates` the file must be there. `vfs` names another file layer, for tests.
    init(path: String, vfs: String?, creates: Bool = true) throws(SQLiteError) {
        var opened: OpaquePointer?
        let flags =
            SQLITE_OPEN_READWRITE | (creates ? SQLITE_OPEN_CREATE : 0) | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        let code = sqlite3_open_v2(path, &opened, flags, vfs)
        guard code == SQLITE_OK, let opened else {
            let message = opened.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
            sqlite3_close_v2(opened)
            throw SQLiteError(code: code, message: message)
        }
        handle = opened
        walPages = .allocate(capacity: 1)
        walPages.initialize(to: 0)
    }

    /// Has SQLite tell how long its log is. `PRAGMA wal_autocheckpoint` takes the hook away: call this after it.
    func countLogPages() {
        sqlite3_wal_hook(
            handle,
            { context, _, _, pages in
                context?.assumingMemoryBound(to: Int32.self).pointee = pages
                return SQLITE_OK
            }, walPages)
    }

    deinit {
        // Statements are gone by then or, with _v2, keep the connection until they are.
        sqlite3_close_v2(handle)
        walPages.deallocate()
    }

    /// Pages in the write-ahead log, as of the last commit or checkpoint.
    var logPages: Int { Int(walPages.pointee) }

    /// Rows that the last statement changed.
    var changes: Int { Int(sqlite3_changes64(handle)) }

    /// Moves the write-ahead log into the database file. `truncating` also empties the log's file, and fails unless
    /// all of it was moved.
    func checkpoint(truncating: Bool) throws(SQLiteError) {
        let mode = truncating ? SQLITE_CHECKPOINT_TRUNCATE : SQLITE_CHECKPOINT_PASSIVE
        try check(sqlite3_wal_checkpoint_v2(handle, nil, mode, nil, nil))
        walPages.pointee = 0
    }

    func execute(_ sql: String) throws(SQLiteError) {
        try check(sqlite3_exec(handle, sql, nil, nil, nil))
    }

    func prepare(_ sql: String) throws(SQLiteError) -> Statement {
        var statement: OpaquePointer?
        try check(sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil))
        guard let statement else { throw SQLiteError(code: SQLITE_MISUSE, message: "an empty statement") }
        return Statement(statement)
    }

    /// Runs a statement that is used once and returns its first column of its first row.
    func integer(_ sql: String) throws(SQLiteError) -> Int64? {
        let statement = try prepare(sql)
        return try statement.step() ? statement.integer(0) : nil
    }

    private func check(_ code: Int32) throws(SQLiteError) {
        guard code == SQLITE_OK else {
            throw SQLiteError(code: code, message: String(cString: sqlite3_errmsg(handle)))
        }
    }
}
