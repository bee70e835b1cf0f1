/// One `--option` of a command.
struct OptionSpec: Sendable {
    /// Without the dashes: `format`.
    var name: String
    /// One letter that stands for it after a single dash; nil has none.
    var letter: Character?
    /// What stands for the value in the help (`FORMAT`); nil makes it a flag that takes none.
    var value: String?
    /// May be given several times.
    var repeats: Bool
    var help: String

    /// An option that takes a value.
    init(_ name: String, letter: Character? = nil, _ value: String, repeats: Bool = false, _ help: String) {
        self.name = name
        self.letter = letter
        self.value = value
        self.repeats = repeats
        self.help = help
    }

    /// As messages and the help name it: `-o, --output FILE`.
    var usage: String { (letter.map { "-\($0), " } ?? "") + "--\(name)" + (value.map { " \($0)" } ?? "") }

    /// `--name`, or a dash and the letter.
    func isMeant(by word: String) -> Bool { word == "--\(name)" || letter.map { word == "-\($0)" } ?? false }

    /// A flag.
    init(flag name: String, _ help: String) {
        self.name = name
        self.letter = nil
        self.value = nil
        self.repeats = false
        self.help = help
    }
}
