import PartnerSQLite

/// An SQLite file, as little of it as this example needs. Not to be shared between threads: an actor owns it.
final class Database {
    private let handle: OpaquePointer

    init(_ path: String) throws {
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(path, &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nil)
        guard code == SQLITE_OK, let opened else {
            let message = opened.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
            sqlite3_close_v2(opened)
            throw DatabaseError(operation: "open \(path)", message: message)
        }
        handle = opened
        // Somebody may be reading the table at the same time, which is what it is for.
        sqlite3_busy_timeout(handle, 5_000)
        try run("PRAGMA journal_mode = WAL")
        try run("PRAGMA foreign_keys = ON")
    }

    deinit {
        sqlite3_close_v2(handle)
    }

    func run(_ sql: String) throws {
        guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw failure("run \(sql)") }
    }

    func statement(_ sql: String) throws -> Statement {
        var prepared: OpaquePointer?
        guard sqlite3_prepare_v2(handle, sql, -1, &prepared, nil) == SQLITE_OK, let prepared else {
            throw failure("prepare \(sql)")
        }
        return Statement(prepared)
    }

    /// All of it, or nothing: also when the process is killed in the middle.
    func transaction<Result>(_ body: () throws -> Result) throws -> Result {
        try run("BEGIN IMMEDIATE")
        do {
            let result = try body()
            try run("COMMIT")
            return result
        } catch {
            // If this fails too, SQLite has rolled back by itself; the first error is the one to tell.
            sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
            throw error
        }
    }

    private func failure(_ operation: String) -> DatabaseError {
        DatabaseError(operation: operation, message: String(cString: sqlite3_errmsg(handle)))
    }
}
