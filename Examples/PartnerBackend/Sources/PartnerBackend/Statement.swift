import PartnerSQLite

/// A prepared statement, to be run any number of times.
final class Statement {
    enum Value {
        case text(String)
        case integer(Int64)
    }

    private let handle: OpaquePointer

    /// Takes over `handle`.
    init(_ handle: OpaquePointer) {
        self.handle = handle
    }

    deinit {
        sqlite3_finalize(handle)
    }

    /// Runs it with these values in the places of its question marks, and gives `row` each row of the result.
    func run(_ values: [Value] = [], row: (Statement) throws -> Void = { _ in }) throws {
        defer { sqlite3_reset(handle) }
        for (place, value) in zip(Int32(1)..., values) {
            let code =
                switch value {
                case .text(let text): partner_bind_text(handle, place, text, Int32(text.utf8.count))
                case .integer(let number): sqlite3_bind_int64(handle, place, number)
                }
            guard code == SQLITE_OK else { throw failure("bind a value") }
        }
        while true {
            switch sqlite3_step(handle) {
            case SQLITE_ROW: try row(self)
            case SQLITE_DONE: return
            default: throw failure("run \(String(cString: sqlite3_sql(handle)))")
            }
        }
    }

    private func failure(_ operation: String) -> DatabaseError {
        DatabaseError(operation: operation, message: String(cString: sqlite3_errmsg(sqlite3_db_handle(handle))))
    }

    func text(_ column: Int32) -> String {
        sqlite3_column_text(handle, column).map { String(cString: $0) } ?? ""
    }

    func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }
}
