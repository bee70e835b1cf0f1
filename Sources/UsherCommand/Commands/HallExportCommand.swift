import Usher
import UsherCore

/// `usher hall export HALL`: the hall as a file that `usher import` takes back.
enum HallExportCommand {
    static let spec = CommandSpec(
        "hall export", "write a hall as a file that `usher import` takes back",
        positionals: [PositionalSpec("HALL", "the hall's id, with a revision as HALL@2 (default: the newest)")],
        options: [
            OptionSpec("output", "FILE", short: "o", "where to write; standard output if left out")
        ] + ClientOptions.server,
        details: """
            The file is the proto3 JSON of a Hall, a line for each row, seat, zone and area, so that two of them can be
            compared line by line. Importing it gives the same hall; the gateway counts revisions by itself.
            """
    ) { arguments, console in
        let source = try HallSource(arguments.positionals[0])
        guard !source.isFile else {
            throw UsageError(
                "`\(arguments.positionals[0])` is a file",
                hint: "usher import FILE --dry-run --json prints a file's hall")
        }
        let hall = try await source.hall(arguments, console)
        let text = HallText.lines(try JSONLine.hall(hall))
        guard let path = arguments["output"], path != "-" else {
            console.out(text)
            return
        }
        try LayoutFile.write(text, path)
        console.note(
            "\(hall.hallID), revision \(hall.revision): \(CountText.of(hall.seats.count, "seat")), written to \(path)")
    }
}
