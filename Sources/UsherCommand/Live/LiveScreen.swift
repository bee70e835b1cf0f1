import Foundation
import Usher
import UsherCore

/// A living map on a terminal, or as lines where there is none.
actor LiveScreen {
    private let console: Console
    private let style: DrawStyle
    private let headers: [String]
    private let isLive: Bool
    /// Without a terminal, changes are printed one line each.
    private let printsChanges: Bool
    private var map: LiveMap
    private var footer = ""
    private var painter = ScreenPainter()
    private var isStale = true
    private var connectedAt = SystemTime.now

    init(_ console: Console, _ style: DrawStyle, show: Show?, headers: [String] = [], printsChanges: Bool = true) {
        self.console = console
        self.style = style
        self.headers = headers
        self.printsChanges = printsChanges
        isLive = console.isTerminal && console.environment["TERM"] != "dumb"
        map = LiveMap(show: show)
    }

    func enter() { if isLive { console.out(ScreenPainter.enter) } }

    func leave() { if isLive { console.out(ScreenPainter.leave) } }

    /// True if the hall revision must be read before the map can be shown.
    func lacks(_ hallID: String, _ revision: UInt64) -> Bool { !map.has(hallID, revision) }

    /// Returns when there is a map, or when the task is cancelled.
    func firstMap() async {
        while map.hall == nil {
            do { try await Task.sleep(for: .milliseconds(Limits.frameMilliseconds)) } catch { return }
        }
    }

    /// A whole map; `hall` nil keeps the one at hand.
    func replace(hall: Hall?, states: [UInt8], position: Position) {
        guard let hall = hall ?? map.hall else { return }
        let isFirst = map.hall == nil
        map.replace(hall: hall, states: states, position: position)
        isStale = true
        if !isLive { isFirst ? printFrame() : console.line("seq \(position.seq): the map was read again") }
    }

    func apply(_ update: WatchUpdate) {
        if case .connection = update { connectedAt = SystemTime.now }
        map.apply(update)
        isStale = true
        guard !isLive else { return }
        switch update {
        case .changes(let changes, let position): if printsChanges { console.line(map.line(changes, position)) }
        case .connection(.waiting(let retryIn, let error)):
            let pause = retryIn < .seconds(1) ? "at once" : "in \(SpanText.format(retryIn))"
            console.note("the stream ended (\(DisplayText.safe(error.message))), next attempt \(pause)")
        case .show(let show):
            if let hall = map.hall { console.line(DisplayText.safe(MapTitle.text(show, hall))) }
        case .connection, .map: break
        }
    }

    /// What happened last, under the map.
    func tell(_ text: String) {
        footer = text
        isStale = true
        if !isLive { console.line(text) }
    }

    /// Draws if something changed; called some ten times a second.
    func refresh() {
        guard isLive else { return }
        let size = console.size()
        // A waiting reader's seconds count down.
        if map.connection != .live { isStale = true }
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
        let status = map.status(headers: headers, footer: footer, waited: SystemTime.now - connectedAt)
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
