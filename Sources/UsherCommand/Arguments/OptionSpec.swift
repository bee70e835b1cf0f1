/// One `--option` of a command.
struct OptionSpec: Sendable {
    /// Without the dashes: `format`.
    var name: String
    /// What stands for the value in the help (`FORMAT`); nil makes it a flag that takes none.
    var value: String?
    /// May be given several times.
    var repeats: Bool
    var help: String
    /// Its letter, for options that everybody knows by one: `-o`.
    var short: Character?

    /// An option that takes a value.
    init(_ name: String, _ value: String, repeats: Bool = false, short: Character? = nil, _ help: String) {
        self.name = name
        self.short = short
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
