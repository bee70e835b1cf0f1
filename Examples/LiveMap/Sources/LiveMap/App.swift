import Observation
import TerminalKit
import Usher

/// One person at a terminal who buys seats. It lives on the main actor, where the map and the selection tell it of their
/// changes; whatever happens, it draws what they say then.
@MainActor final class App {
    /// What the app waits for.
    enum Event: Sendable {
        case terminal(TerminalEvents.Event)
        /// The map or the selection is another, or a second passed.
        case changed
        /// A call to the gateway ended so.
        case told(String)
    }

    private let terminal: Terminal
    private let map: SeatMap
    private let holder: String
    private var selection: SeatSelection
    private let send: @Sendable (Event) -> Void
    private var screen = Screen()
    private var cursor: HallCursor?
    private var message = "choose seats, lock them, pay, confirm"
    /// The map and the selection are being watched for their next change.
    private var isTracking = false

    init(_ terminal: Terminal, _ map: SeatMap, holder: String, send: @escaping @Sendable (Event) -> Void) {
        self.terminal = terminal
        self.map = map
        self.holder = holder
        self.send = send
        selection = map.selection(holder: holder)
    }

    /// Until the person leaves, or the map fails for good.
    func run(_ events: AsyncStream<Event>) async {
        draw()
        for await event in events {
            switch event {
            case .terminal(.quit): return await leave()
            case .terminal(.redraw): screen.forget()
            case .terminal(.key(let key)): if !press(key) { return await leave() }
            case .changed: break
            case .told(let text): message = text
            }
            draw()
        }
    }

    /// Gives back what is locked, if the gateway answers soon; its deadline does it otherwise. What is being paid stays:
    /// the money may be on its way.
    private func leave() async {
        switch selection.phase {
        case .held, .locking, .changing:
            let release = Task { [selection] in _ = try await selection.release() }
            let patience = Task {
                try await Task.sleep(for: .seconds(2))
                release.cancel()
            }
            _ = await release.result
            patience.cancel()
        default: break
        }
        selection.close()
        map.close()
    }

    // MARK: Keys

    /// False to leave.
    private func press(_ key: Key) -> Bool {
        switch key {
        case .left, .character("h"), .character("a"): cursor?.move(.left)
        case .right, .character("d"): cursor?.move(.right)
        case .up, .character("k"), .character("w"): cursor?.move(.up)
        case .down, .character("j"), .character("s"): cursor?.move(.down)
        case .character(" "): choose()
        case .character("l"):
            call { selection throws(UsherError) in "locked: \(try await selection.lock().seats.joined(separator: " "))"
            }
        case .character("p"):
            call { selection throws(UsherError) in
                try await selection.pay()
                return "pay now, then confirm"
            }
        case .enter, .character("c"): call(Self.confirm)
        case .character("r"):
            call { selection throws(UsherError) in
                try await selection.release()
                return "released"
            }
        case .character("n"):
            if selection.phase == .sold { selection = map.selection(holder: holder) }
        case .character("q"): return false
        case .escape, .character: break
        }
        return true
    }

    private func choose() {
        guard let seat = cursor?.seat else { return }
        switch selection.tap(seat: seat) {
        case .selected(let seats): message = "chosen: \(seats.joined(separator: " "))"
        case .deselected(let seats): message = "given back: \(seats.joined(separator: " "))"
        case .refused(let refusal): message = "\(refusal.reason): \(refusal.message)"
        case .repeated, .nothing: break
        }
    }

    /// The gateway is asked beside the drawing; its answer comes as an event.
    private func call(_ body: @escaping @Sendable (SeatSelection) async throws(UsherError) -> String) {
        Task { [selection, send] in
            do throws(UsherError) {
                send(.told(try await body(selection)))
            } catch {
                send(.told("\(error)"))
            }
        }
    }

    private nonisolated static func confirm(_ selection: SeatSelection) async throws(UsherError) -> String {
        // An order number of the shop's own: the same for the same lock, so that confirming twice sells once.
        switch try await selection.confirm(orderRef: "order-\(selection.lock?.lockID ?? "none")") {
        case .sold(let sale, let late): "sold\(late ? ", though late" : ""): \(sale.seats.joined(separator: " "))"
        case .lost(let seats): "LOCK_LOST: \(seats.joined(separator: " "))"
        }
    }

    // MARK: Drawing

    private func draw() {
        track()
        let size = terminal.size
        let room = max(1, size.height - Frame.otherLines)
        let whole = map.whole
        if let whole {
            if cursor == nil { cursor = HallCursor(whole.hall, width: size.width, height: room) }
            cursor?.follow(whole.hall)
            cursor?.resize(width: size.width, height: room)
        }
        // Only seats that are chosen or locked have a mark.
        var marks: [Int: SeatMark] = [:]
        for code in selection.selected.map(\.code) + (selection.lock?.seats ?? []) {
            if let seat = cursor?.seat(code) { marks[seat] = selection.mark(of: code) }
        }
        let frame = Frame(
            show: map.show, connection: map.connection, isStale: map.isStale, position: map.position,
            states: whole?.states ?? [], cursor: cursor, marks: marks, selected: selection.selected.map(\.code),
            totals: selection.totals, phase: selection.phase, remaining: selection.remaining, lost: selection.lost,
            message: message)
        terminal.draw(screen.frame(frame.lines(width: size.width, height: size.height)))
    }

    /// Asks to be told of the next change, once. Notifications come on this actor, so none is missed between this and the
    /// drawing.
    private func track() {
        guard !isTracking else { return }
        isTracking = true
        withObservationTracking {
            _ = (map.whole, map.connection, map.isStale)
            _ = (selection.selected, selection.totals, selection.phase, selection.lock, selection.lost)
        } onChange: { [send] in
            // It is told just before; the event is handled after.
            Task { @MainActor in
                self.isTracking = false
                send(.changed)
            }
        }
    }
}
