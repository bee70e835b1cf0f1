/// The caller typed something that the program cannot take: exit code 2.
struct UsageError: Error, Equatable {
    /// What is wrong, one sentence without a full stop.
    var message: String
    /// What to do about it: "did you mean `--format`?"; nil if there is nothing to add.
    var hint: String?

    init(_ message: String, hint: String? = nil) {
        self.message = message
        self.hint = hint
    }
}
