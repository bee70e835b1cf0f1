/// What SQLite answered when it was not what we wanted. Unknown codes are kept.
struct SQLiteError: Error, Equatable {
    /// The extended result code.
    var code: Int32
    var message: String
}
