import UsherCore

/// Every bound of the command line, with its reason.
enum Limits {
    /// The first words of a mistyped name are enough to guess it, and bound the table of distances.
    static let spelledWord = 64
    /// More arguments than the system passes; a bound for the parser's own list.
    static let positionals = 200_000
    /// Help is read in terminals of 80 columns upwards.
    static let helpWidth = 96
    /// Where a gateway is looked for.
    static let defaultServer = "127.0.0.1:50051"
    /// A layout file: a hall of 200,000 seats in a verbose plist is about 70 MB.
    static let importBytes = 256 << 20
    /// As the contract: seats of a hall.
    static let seats = 200_000
    /// As the contract: rows or columns of a hall.
    static let gridSide = 4_096
    /// Rows of a free layout, whose blocks are found by comparing pairs.
    static let freeRows = 4_096
    /// Sections of a flat list that may become areas: each is compared with all seats.
    static let flatAreas = 256
    /// How far, in cells, a block may move to find a free place in the grid before it goes below all others.
    static let blockReach = 12
    /// Duplicates, notes and faults that a report lists one by one.
    static let reportedItems = 20
    /// A row label as drawn; longer ones are cut.
    static let drawnLabel = 9
    /// A terminal narrower than this is treated as this wide.
    static let narrowestTerminal = 20
    /// More loops than any machine has processors.
    static let loops = 1_024
    /// A drained gateway is back within this, or its readers try another one.
    static let reconnectMilliseconds: Int64 = 500
    /// Calls in flight get this long when the server drains; longer than any call but a watched stream takes.
    static let drainNanoseconds: Int64 = 5_000_000_000
    /// How often a server looks whether its certificates' files have changed.
    static let certificateCheckSeconds = 60
    /// A frame of a living map: quick to the eye, cheap to the terminal.
    static let frameMilliseconds = 60
    /// How often `watch --debug` tells how the map is doing where there is no terminal.
    static let diagnosticsSeconds = 5
    /// Longer lines help nobody; the width of a pipe.
    static let plainWidth = 200
    /// What `--connections-per-address` takes: more than a server holds in all.
    static let connectionsPerAddress = 1_000_000
    /// Streams that `watch --json` opens, one after the other, before anything was ever heard: some 3 s.
    static let firstStreamAttempts = 3

    /// Columns of a seat's code and of a name in a drawn room; longer ones are cut.
    static let drawnSeat = 12
    static let drawnName = 20
    /// The narrowest column of a drawn room: a code, a sign and a short name.
    static let leastMember = 14
    /// The narrowest column where seats stand below each other: a code, a sign and the beginning of a name.
    static let leastGridSeat = 9
    /// The longest bar: longer ones say no more.
    static let drawnBar = 60
    /// Days of a chart: two years, a line each.
    static let drawnDays = 732

    // MARK: Benchmarks

    /// A large cinema complex's largest room, several times over.
    static let benchSeats = 5_000
    /// A stadium, and enough questions for a hundredth of them to be a number.
    static let suggestBenchSeats = 100_000
    static let suggestBenchRounds = 1_000
    /// Calls side by side while a benchmark prepares its shows.
    static let benchParallel = 32
    /// Whatever has not happened by then does not: longer than the watchdog, a pause and an attempt to connect together.
    static let benchPatience = TimeSpan.seconds(180)
    /// Milliseconds between looks at what others record with their own time stamps.
    static let benchLook = 20
    /// Milliseconds between changes of a show that goes on.
    static let benchChangePause = 200
    /// Idle threads of the pool end after 5 s.
    static let benchSettleSeconds = 8
    /// Milliseconds that closed maps of a benchmark linger.
    static let benchLinger: Int64 = 200
    /// How long a process is watched without a map, to compare.
    static let benchBaselineSeconds = 20
    /// Members of a large city's libraries, on one gateway.
    static let benchMembers = 10_000
    /// Rooms of 50.
    static let benchRooms = 200
    /// As the contract: how often a member without a stream shows a sign of life.
    static let benchHeartbeatSeconds = 25
    /// Connections of a crowd that comes through a proxy.
    static let benchPooledConnections = 8
    /// Descriptors that the gateway and the benchmark need besides the members' connections.
    static let benchOtherDescriptors = 100
    /// A status file of the kernel: about 1,500 bytes.
    static let statusBytes = 16 << 10
}
