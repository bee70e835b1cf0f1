/// Records of a layout, one a seat as a rule, and where each of them stands in its file.
struct RecordList {
    var items: [LayoutValue] = []
    /// Where the list is in its document: `data.list`; "" for the document itself.
    var path = ""
    /// The file's lines on which the records of a table begin; empty for a document.
    var lines: [Int] = []

    /// `line 7` of a table, `data.list[5]` of a document.
    func place(_ index: Int) -> String {
        lines.indices.contains(index) ? "line \(lines[index])" : "\(path)[\(index)]"
    }
}
