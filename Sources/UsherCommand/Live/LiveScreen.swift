import Foundation
import Usher
import UsherCore

/// A living map on a terminal, or as lines where there is none.
actor LiveScreen: Screen {
    private let console: Console
    private let style: DrawStyle
    private let headers: [String]
    private let isLive: Bool
    /// Without a terminal, changes are printed one line each.
    private let printsChanges: Bool
    /// The map that is shown, where the screen itself looks at it: its updates begin with the first map, and until then
    /// somebody waits who wants to know for what.
    private let followed: SeatMap?
    /// Its diagnostics are told too.
    private let isDebugged: Bool
    private var map: LiveMap
    private var footer = ""
    private var painter = ScreenPainter()
    private var isStale = true
    private var connectedAt = SystemTime.now

    init(
        _ console: Console, _ style: DrawStyle, show: Show?, headers: [String] = [], printsChanges: Bool = true,
        followed: SeatMap? = nil, isDebugged: Bool = false
    ) {
        self.console = console
        self.style = style
        self.headers = headers
        self.printsChanges = printsChanges
        self.followed = followed
        self.isDebugged = isDebugged
        isLive = console.isTerminal && console.environment["TERM"] != "dumb"
        map = LiveMap(show: show)
    }

    func enter() { if isLive { console.out(ScreenPainter.enter) } }

    func leave() { if isLive { console.out(ScreenPainter.leave) } }

    /// Returns when there is a map, or when the task is cancelled.
    func firstMap() async {
        while map.hall == nil {
            do { try await Task.sleep(for: .milliseconds(Limits.frameMilliseconds)) } catch { return }
        }
    }

    func apply(_ update: SeatMapUpdate) {
        let isFirst = map.hall == nil
        // Before the first map the screen looked for itself, and has told it.
        let connection = update.connection == map.connection ? nil : update.connection
        if connection != nil { connectedAt = SystemTime.now }
        map.apply(update)
        isStale = true
        guard !isLive else { return }
        if update.reason == .historyLost {
            console.note("the gateway lost some of its history: seats may have gone back in time")
        }
        if update.isReset {
            isFirst ? printFrame() : console.line("seq \(update.position.seq): the hall is another one")
        } else if printsChanges, !update.changes.isEmpty {
            console.line(map.line(update.changes, update.position))
        }
        if let show = update.show, let hall = map.hall, !isFirst {
            console.line(DisplayText.safe(MapTitle.text(show, hall)))
        }
        tell(connection)
    }

    private func tell(_ connection: MapConnection?) {
        switch connection {
        case .waiting(let retryIn, let error):
            let pause = retryIn < .seconds(1) ? "at once" : "in \(SpanText.format(retryIn))"
            console.note("the stream ended (\(DisplayText.safe(error.message))), next attempt \(pause)")
        case .polling: console.note("no stream comes through: the gateway is asked every few seconds")
        case nil, .connecting, .live, .suspended, .failed: break
        }
        if connection != nil { diagnose() }
    }

    /// Without a terminal, one line on how the map is doing.
    func diagnose() {
        guard !isLive, isDebugged, let followed else { return }
        console.note(DiagnosticsText.line(followed.diagnostics))
    }

    /// What happened last, under the map.
    func tell(_ text: String) {
        footer = text
        isStale = true
        if !isLive { console.line(text) }
    }

    /// Draws if something changed; called some ten times a second.
    func refresh() {
        if map.hall == nil, let connection = followed?.connection, connection != map.connection {
            map.wait(connection)
            connectedAt = SystemTime.now
            isStale = true
            if !isLive { tell(connection) }
        }
        guard isLive else { return }
        let size = console.size()
        // A waiting reader's seconds count down, and so does what is told for debugging.
        if map.connection != .live || isDebugged { isStale = true }
        guard isStale || painter.isFor(size) == false else { return }
        isStale = false
        console.out(
            painter.paint(lines(width: size.width, height: size.height), width: size.width, height: size.height))
    }

    /// The whole map as plain lines.
    func printFrame() {
        let size = console.size()
        for line in lines(width: size.width, height: nil) { console.line(line) }
    }

    private func lines(width: Int, height: Int?) -> [String] {
        var status = map.status(headers: headers, footer: footer, waited: SystemTime.now - connectedAt)
        if isLive, isDebugged, let followed { status.diagnostics = DiagnosticsText.parts(followed.diagnostics) }
        guard let hall = map.hall else {
            return SeatMapDrawing(Hall(hallID: "", rowCount: 0, columnCount: 0), sized(width, height)).lines([], status)
        }
        return SeatMapDrawing(hall, sized(width, height)).lines(map.states, status)
    }

    private func sized(_ width: Int, _ height: Int?) -> DrawStyle {
        var style = style
        if isLive { style.width = width }
        style.height = height
        return style
    }
}
