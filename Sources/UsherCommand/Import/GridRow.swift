/// One row of a grid as the file has it, front to back.
struct GridRow: Equatable {
    /// As printed; "" if the file does not say.
    var label = ""
    /// The part of the hall that it belongs to; rows of different sections stand below each other.
    var section = ""
    var cells: [GridEntry] = []
    /// The words are signs of one character, in which case counts.
    var isSigns = false
    /// Where it stands in the file.
    var position: String
}
