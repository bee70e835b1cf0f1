import UsherCore

/// What the caller said about the file.
struct ImportOptions {
    /// "" takes the file's or, without one, the file name's.
    var hallID = ""
    var name = ""
    var format: ImportFormat?
    /// The file's name without its ending, for a hall id.
    var fileStem = "hall"
    var flat = FlatOptions()
    /// Of a file with several maps: a number from 1 on, or `all`; nil is refused there.
    var map: String?
    /// Of a file with several maps all are read where nobody says which: to look at them.
    var takesAllMaps = false
    /// What the cells of a grid mean, by the file's own signs and words.
    var cells: [String: CellMeaning] = [:]
    /// Width by height of the picture that percents refer to; nil takes the seats' boxes for squares.
    var aspect: Double?
}
