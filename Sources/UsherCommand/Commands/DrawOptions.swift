/// The options of all commands that draw a map.
enum DrawOptions {
    static let options =
        [
            OptionSpec(
                "front", "TEXT",
                "what stands in front of the first row (default: stage; front in a cabin, none in a room of desks); empty draws "
                    + "none"),
            OptionSpec("first-row", "N", "first physical row drawn, from 1, where not all fit"),
            OptionSpec("first-column", "N", "first physical column drawn, from 1, where not all fit"),
        ] + plain

    /// Of drawings without rows and columns too.
    static let plain = [
        OptionSpec("width", "COLUMNS", "draw as if the terminal had this many columns"),
        OptionSpec(flag: "ascii", "draw with ASCII signs alone"),
        OptionSpec(flag: "no-color", "draw without colours (as NO_COLOR does)"),
    ]

    /// `height` nil draws all rows, however many lines that takes.
    static func style(
        _ arguments: ParsedArguments, _ console: Console, height: Int? = nil
    ) throws(UsageError) -> DrawStyle {
        let width = try arguments.integer("width", in: Limits.narrowestTerminal...10_000) ?? console.size().width
        var style = DrawStyle(
            width: width, height: height, color: console.isColored && !arguments.has("no-color"),
            unicode: console.isUTF8 && !arguments.has("ascii"))
        if let front = arguments["front"] { style.front = front }
        let side = 1...Limits.gridSide
        style.firstRow = (try arguments.integer("first-row", in: side) ?? 1) - 1
        style.firstColumn = (try arguments.integer("first-column", in: side) ?? 1) - 1
        return style
    }
}
