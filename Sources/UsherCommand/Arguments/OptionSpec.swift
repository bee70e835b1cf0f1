/// One `--option` of a command.
struct OptionSpec: Sendable {
    /// Without the dashes: `format`.
    var name: String
    /// What stands for the value in the help (`FORMAT`); nil makes it a flag that takes none.
    var value: String?
    /// May be given several times.
    var repeats: Bool
    var help: String

    /// An option that takes a value.
    init(_ name: String, _ value: String, repeats: Bool = false, _ help: String) {
        self.name = name
        self.value = value
        self.repeats = repeats
        self.help = help
    }

    /// A flag.
    init(flag name: String, _ help: String) {
        self.name = name
        self.value = nil
        self.repeats = false
        self.help = help
    }
}
