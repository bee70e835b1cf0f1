import CSQLite

/// A prepared statement, kept and used again: bind, step until false, and it is ready for the next use.
final class Statement {
    private let handle: OpaquePointer
    private var position: Int32 = 0

    init(_ handle: OpaquePointer) {
        self.handle = handle
    }

    deinit {
        sqlite3_finalize(handle)
    }

    /// Forgets the last use; the following binds start with the first parameter.
    @discardableResult
    func begin() -> Statement {
        sqlite3_reset(handle)
        position = 0
        return self
    }

    @discardableResult
    func bind(_ value: Int64) -> Statement {
        position += 1
        sqlite3_bind_int64(handle, position, value)
        return self
    }

    /// Bit for bit: SQLite has signed numbers only. Indexes and positions stay far below the sign.
    @discardableResult
    func bind(_ value: UInt64) -> Statement { bind(Int64(bitPattern: value)) }

    @discardableResult
    func bind(_ value: String) -> Statement {
        position += 1
        var text = value
        text.withUTF8 { bytes in
            // A null pointer would bind NULL: an empty string needs an address too.
            guard let base = bytes.baseAddress, !bytes.isEmpty else {
                _ = sqlite3_bind_text(handle, position, "", 0, usher_sqlite_transient())
                return
            }
            let start = UnsafeRawPointer(base).assumingMemoryBound(to: CChar.self)
            _ = sqlite3_bind_text(handle, position, start, Int32(bytes.count), usher_sqlite_transient())
        }
        return self
    }

    /// At most 1 GB (SQLite's own limit).
    @discardableResult
    func bind(_ value: [UInt8]) -> Statement {
        position += 1
        value.withUnsafeBytes { bytes in
            if bytes.isEmpty {
                _ = sqlite3_bind_zeroblob(handle, position, 0)
            } else {
                _ = sqlite3_bind_blob64(
                    handle, position, bytes.baseAddress, UInt64(bytes.count), usher_sqlite_transient())
            }
        }
        return self
    }

    /// True: a row is there to be read. False: done, and the statement is ready for its next use.
    func step() throws(SQLiteError) -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE:
            sqlite3_reset(handle)
            return false
        case let code:
            let message = String(cString: sqlite3_errmsg(sqlite3_db_handle(handle)))
            sqlite3_reset(handle)
            throw SQLiteError(code: code, message: message)
        }
    }

    /// Runs a statement that gives no rows.
    func run() throws(SQLiteError) {
        while try step() {}
    }

    /// Ends a use before its last row.
    func end() {
        sqlite3_reset(handle)
    }

    func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }
    func unsigned(_ column: Int32) -> UInt64 { UInt64(bitPattern: sqlite3_column_int64(handle, column)) }

    func text(_ column: Int32) -> String {
        guard let start = sqlite3_column_text(handle, column) else { return "" }
        let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))
        return String(decoding: bytes, as: UTF8.self)
    }

    func blob(_ column: Int32) -> [UInt8] {
        guard let start = sqlite3_column_blob(handle, column) else { return [] }
        return [UInt8](UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
    }
}
