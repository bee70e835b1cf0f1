/// One positional argument of a command; the last may take all that are left.
struct PositionalSpec: Sendable {
    enum Count: Sendable {
        case one
        case optional
        /// All that are left: at least `minimum`.
        case many(minimum: Int)
    }

    /// As the help prints it: `SHOW`.
    var name: String
    var count: Count
    var help: String

    init(_ name: String, _ help: String, count: Count = .one) {
        self.name = name
        self.count = count
        self.help = help
    }

    /// As in the usage line: `SHOW`, `[FILE]`, `SEAT…`.
    var usage: String {
        switch count {
        case .one: name
        case .optional: "[\(name)]"
        case .many(let minimum): minimum == 0 ? "[\(name)...]" : "\(name)..."
        }
    }
}
