/// The command was understood and did not succeed: exit code 1, with the reason word and a sentence on standard error.
struct CommandFailure: Error, Equatable {
    /// The contract's reason (`SEAT_TAKEN`) or the status code's name; "" where there is none.
    var reason: String
    /// A sentence for people.
    var message: String
    /// More lines: faults, seats, what to do next.
    var lines: [String]

    init(_ message: String, reason: String = "", lines: [String] = []) {
        self.reason = reason
        self.message = message
        self.lines = lines
    }
}
