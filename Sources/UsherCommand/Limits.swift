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
    /// Words of a list for kinds that nobody knows, as far as a report names them.
    static let kindsTold = 4
    /// Different prices of a list that become zones: as many as a legend lists. More are no categories.
    static let priceZones = 48
    /// Characters of a faulty cell that a fault shows.
    static let shownCell = 32
    /// As the contract: rows or columns of a hall.
    static let gridSide = 4_096
    /// Deeper nesting is no layout, and parsers that call themselves would run out of stack.
    static let importDepth = 64
    /// Values of a document: 200,000 seats of 60 members each; parsers build every one of them in memory.
    static let importValues = 12_000_000
    /// Maps, decks or cabins of one file: flights of a journey, many times over.
    static let maps = 256
    /// Fields of a table's line: a grid's columns, with a label at each end and room to say that it is too wide.
    static let csvFields = 4_200
    /// Lines of a table: a seat each, a head and some empty ones.
    static let csvLines = 201_000
    /// Bytes of a line of text: 4,096 columns of words.
    static let csvLine = 128 << 10
    /// Lines of a grid of signs: rows, with comments and empty lines between.
    static let gridLines = 16_384
    /// Characters of a row's label in a grid of signs.
    static let gridLabel = 8
    /// Seats upon each other at one place of a free layout that are looked at for neighbours.
    static let crowdedSeats = 64
    /// Rows of a free layout: a room of single seats has one for each.
    static let freeRows = 200_000
    /// Rows of one block come as near to each other as this, in seat widths.
    static let freeReach = 4.0
    /// Steps of `freeReach` that are looked at between two neighbours of a row: wider than any aisle.
    static let freeSteps = 64.0
    /// Sections of a flat list that may become areas: each is compared with all seats.
    static let flatAreas = 256
    /// How far, in cells, a block may move to find a free place in the grid before it goes below all others.
    static let blockReach = 12
    /// Duplicates, notes and faults that a report lists one by one.
    static let reportedItems = 20
    /// Bytes of a file in which control characters show that it is no text.
    static let binaryProbe = 64 << 10
    /// Seats that a note names one by one.
    static let listedSeats = 12
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

    // MARK: Pictures

    /// The side of a seat's square in a picture, in seat widths.
    static let pictureSeat = 0.8
    /// Larger halls are drawn sparsely: a browser takes some 100 µs for each seat with a sign, a number and a note.
    static let detailedSeats = 5_000
    /// Of larger halls seats are no elements of their own: a browser takes some 30 µs for one, and 45 µs for a number.
    static let singleSeats = 20_000
    /// Pixels of a seat from which its number can be read; where seats are none of their own there are none below.
    static let numberPixels = 14.0
    /// Pixels of a seat width where a hall fits so, and at most where a width is asked for.
    static let seatPixels = 26.0
    static let largestSeatPixels = 64.0
    /// Pixels of a picture's width: the least that holds a legend, and the most that a screen shows whole.
    static let leastPicture = 480.0
    static let usualPicture = 1_600.0
    /// What `--width` takes.
    static let pictureWidths = 100...16_384
    /// The seats' height in pixels at most.
    static let mapPixels = 15_000.0
    /// A side of a PNG in pixels: 4 bytes for each of its pixels are held at once, and cairo draws no more than 32,767.
    static let pngSide = 20_000
    /// Ordinary letters: 14 pixels, but never smaller than this in seat widths.
    static let letterPixels = 14.0
    static let seatsPerEm = 0.62
    /// The width of a letter as part of its size: more than most fonts take, so that nothing overlaps.
    static let letterWidth = 0.6
    /// Sizes of letters as parts of the ordinary one.
    static let rowLetters = 0.85
    /// Row labels where the usual ones have no room.
    static let smallRowLetters = 0.6
    static let zoneLetters = 0.95
    static let areaLetters = 0.85
    /// From the middle of a row's last seat to its label, in seat widths: zones and areas have their rims there.
    static let rowLabelGap = 0.75
    static let freeLabelGap = 1.15
    static let smallLabelGap = 0.6
    /// Names of zones and areas, row labels and the stage's word are cut where they are wider than so many ems.
    static let zoneEms = 15.0
    static let rowLabelEms = 5.5
    static let stageEms = 24.0
    /// Columns of a number on a seat.
    static let seatNumber = 4
    /// The empty middle of an arena takes at least this part of the map's width and height, and the stage this part of it.
    static let middleShare = 0.22
    static let stageShare = 0.5
    /// The cosine of a row's turn up to which it counts as level: about 11 degrees.
    static let levelRow = 0.98
    /// Seats of a row that are farther apart than this, in seat widths, are in different blocks of a free layout.
    static let joinedRow = 2.7
    /// Zones that a legend lists one by one.
    static let legendZones = 48
    /// Cells that a label takes of the grid that keeps labels apart, in each direction.
    static let labelCells = 64
    /// A map as wide as this has row labels at both ends, in seat widths.
    static let narrowMap = 10.0
    /// Seats of a zone that are nearer to each other than this are one stretch, in seat widths.
    static let joinedSeats = 1.35
    /// Pairs that are farther apart than this are not joined by a line.
    static let longestLink = 4.0
    /// Empty space up to this stays, in seat widths: a pitch between two stands. Farther seats are drawn at a distance of
    /// `foldedVoid`, if the space is also twice what all seats take.
    static let keptVoid = 64.0
    static let foldedVoid = 6.0
    /// Lines where space is left out that a picture shows.
    static let drawnFolds = 24
    /// Coordinates beyond this are moved to the origin.
    static let farOrigin = 100_000.0

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
    /// Bytes of a server's header table that a load's fields may fill.
    static let loadHeaderTable = 1_024
    /// A load's read: of a busy socket all that there is, in most cases.
    static let loadReadBytes = 256 << 10
    /// What a read may leave: the beginning of a frame.
    static let loadCarryBytes = 32 << 10
    /// HTTP/2's default, which a load does not raise.
    static let loadFrameBytes = 16 << 10
    /// Of a load's streams and connections: flow control never holds the gateway up.
    static let loadWindow = 1 << 30
    /// A narrow connection gives its window back by halves.
    static let loadNarrowShare = 32 << 10
    /// The socket buffer of a watcher who stops reading: its bytes wait in the gateway, not in the kernel.
    static let loadSmallBuffer = 4 << 10
    /// Its segments: a network's. For this machine's own, of 64 KB, the gateway's kernel would take some megabytes before
    /// a socket counts as full.
    static let loadSmallSegment = 1_460
    /// Looks at a gateway's memory, half a second apart: more than a pinged connection stays awake.
    static let benchMemoryLooks = 6
    /// Connections of a load that are opened side by side.
    static let loadOpening = 256
    /// Changes of a load that wait for their answers at most.
    static let loadAnswers = 256
    /// Streams of a connection that writes: four times its calls, so that slots are free when they come round.
    static let loadSlots = 2_048
    /// Seconds until everybody has a map, and until all that was written has arrived.
    static let loadPatience = 120
    /// Changes whose deltas overflow the window of a watcher who stops reading: some 110 KB for its 64.
    static let loadStalledChanges = 4_000
    /// Seconds of locks for which a hall has seats to spare: machines pause.
    static let loadSpareSeconds = 30
    /// Watchers of a load, more than any machine of two cores serves.
    static let loadWatchers = 100_000
    /// A status file of the kernel: about 1,500 bytes.
    static let statusBytes = 16 << 10
}
