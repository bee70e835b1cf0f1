import Usher
import UsherCore

/// A room's members on a terminal, or as lines where there is none.
actor RoomScreen: Screen {
    private let console: Console
    private let style: DrawStyle
    private let isLive: Bool
    private var scene: RoomScene
    private var painter = ScreenPainter()
    private var isStale = true
    private var drawnAt = SystemTime.now
    private var hasPrinted = false

    init(_ console: Console, _ style: DrawStyle, roomID: String, detail: RoomDetail) {
        self.console = console
        self.style = style
        isLive = console.isTerminal && console.environment["TERM"] != "dumb"
        scene = RoomScene(roomID, detail: detail, now: SystemTime.now)
    }

    func enter() { if isLive { console.out(ScreenPainter.enter) } }

    func leave() { if isLive { console.out(ScreenPainter.leave) } }

    /// Where the next stream goes on.
    var position: Position { scene.replica.position }

    /// The hall to be read before the screen can show seats.
    var wantedHall: (hallID: String, revision: UInt64)? { scene.wantedHall }

    func take(_ event: RoomEvent) -> StreamLoop.Step {
        isStale = true
        switch scene.apply(event, now: SystemTime.now) {
        case .applied(let changes): tell(changes)
        case .replaced(let changes, let newEpoch, _):
            if newEpoch, !isLive { console.note("the gateway lost some of its history") }
            tell(changes)
        case .resume: return .reopen
        case .drain(let span, _): return .goOnThenPause(seconds: Double(span.nanoseconds) / 1e9)
        case .alive, .ignored, .sideChanged: break
        }
        return .goOn
    }

    func show(_ hall: Hall) {
        isStale = true
        scene.show(hall)
    }

    func lost(_ error: UsherError, retryIn seconds: Double) {
        isStale = true
        scene.lost(retryIn: seconds, now: SystemTime.now)
        let pause = seconds < 1 ? "at once" : "in \(SpanText.format(.milliseconds(Int64(seconds * 1_000))))"
        if !isLive { console.note("the stream ended (\(DisplayText.safe(error.message))), next attempt \(pause)") }
    }

    /// Where there is no terminal: the whole room once there is one, then a line for each change.
    private func tell(_ changes: [RoomDifference]) {
        guard !isLive, hasPrinted else { return }
        for change in changes { if let line = scene.line(change) { console.line(line) } }
    }

    func printOnce() {
        guard !isLive, !hasPrinted, scene.isKnown else { return }
        hasPrinted = true
        for line in scene.lines(style, now: SystemTime.now) { console.line(line) }
    }

    func refresh() {
        guard isLive else { return }
        let now = SystemTime.now
        let size = console.size()
        if scene.ticks, now - drawnAt >= .seconds(1) { isStale = true }
        guard isStale || painter.isFor(size) == false else { return }
        isStale = false
        drawnAt = now
        var style = style
        style.width = size.width
        style.height = size.height > 0 ? size.height : nil
        console.out(painter.paint(scene.lines(style, now: now), width: size.width, height: size.height))
    }
}
