/// One cell of a grid as the file has it.
struct GridEntry: Equatable {
    /// The sign or word that says what it is; nil if nothing does.
    var word: String?
    /// A second word, for sofas whose halves stand apart from the seat's type.
    var half: String?
    /// As printed; "" if the file does not say.
    var number = ""
    var code = ""
    var zone = ""
    /// The file's own word for the seat's state.
    var status: String?
    /// Its physical column, if the file counts them; else the place in the row.
    var column: Int?
    /// Where it stands in the file: `line 3, column 5`, `rows[2].columns[4]`.
    var position: String
}
