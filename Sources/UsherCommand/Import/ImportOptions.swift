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
}
