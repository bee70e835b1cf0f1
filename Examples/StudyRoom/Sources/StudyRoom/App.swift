import Foundation
import Observation
import TerminalKit
import Usher

/// One person at a terminal who studies. It lives on the main actor, where the room and the timer tell it of their
/// changes; whatever happens, it draws what they say then.
@MainActor final class App {
    /// What the app waits for.
    enum Event: Sendable {
        case terminal(TerminalEvents.Event)
        /// The room or the timer is another, or time passed.
        case changed
        /// Something is to be said.
        case told(String)
    }

    /// How it ended.
    enum End {
        case left
        /// The place in the room is kept.
        case resting
    }

    private let terminal: Terminal
    private let room: LiveRoom
    private let timer: FocusTimer
    private let options: Options
    private let file: PassFile
    private let send: @Sendable (Event) -> Void
    private var screen = Screen()
    private var cursor: HallCursor?
    private var message = "choose a seat; nobody will disturb you"
    private var showsStatistics = false
    private var keptPass: RoomPass?
    /// The room and the timer are being watched for their next change.
    private var isTracking = false

    init(
        _ terminal: Terminal, _ room: LiveRoom, _ timer: FocusTimer, _ options: Options,
        send: @escaping @Sendable (Event) -> Void
    ) {
        self.terminal = terminal
        self.room = room
        self.timer = timer
        self.options = options
        self.send = send
        file = PassFile(directory: options.store)
        keptPass = file.load(room: options.roomID, member: options.memberID)
    }

    /// Until the person leaves or the app has to end.
    func run(_ events: AsyncStream<Event>) async -> End {
        timer.onEnd { [send] session in
            send(.told("\(Text.minutes(session.elapsed)) of focus are done: take a break"))
        }
        enter()
        draw()
        for await event in events {
            switch event {
            case .terminal(.quit): return .resting
            case .terminal(.redraw): screen.forget()
            case .terminal(.key(.character("q"))):
                await leave()
                return .left
            case .terminal(.key(let key)): press(key)
            case .changed: break
            case .told(let text): message = text
            }
            keepPass()
            draw()
        }
        return .resting
    }

    // MARK: Coming and going

    /// As the device that was here before, if there was one: in its seat, and nobody sees it return twice.
    private func enter() {
        let (pass, deviceID, options) = (keptPass, timer.deviceID, options)
        call { room throws(UsherError) in
            if let pass {
                try await room.rejoin(pass)
                return "welcome back"
            }
            try await room.join(memberID: options.memberID, nickname: options.name, deviceID: deviceID)
            return "choose a seat; nobody will disturb you"
        }
    }

    /// Goodbye, if the gateway answers soon; the room's deadlines say it otherwise.
    private func leave() async {
        let leaving = Task { [room] in try await room.leave() }
        let patience = Task {
            try await Task.sleep(for: .seconds(2))
            leaving.cancel()
        }
        _ = await leaving.result
        patience.cancel()
        save(nil)
    }

    /// Until the room knows that nobody is here, or two seconds.
    func rest() async {
        let begun = ContinuousClock.now
        while room.connection != .suspended, ContinuousClock.now - begun < .seconds(2) {
            do { try await Task.sleep(for: .milliseconds(20)) } catch { return }
        }
    }

    /// A kill may come at any time: the pass is kept as soon as it is another.
    private func keepPass() {
        if let pass = room.pass, pass != keptPass { save(pass) }
    }

    private func save(_ pass: RoomPass?) {
        keptPass = pass
        do { try file.save(pass) } catch { message = "cannot keep the place: \(error.localizedDescription)" }
    }

    // MARK: Keys

    private func press(_ key: Key) {
        switch key {
        case .left, .character("h"), .character("a"): cursor?.move(.left)
        case .right, .character("l"), .character("d"): cursor?.move(.right)
        case .up, .character("k"), .character("w"): cursor?.move(.up)
        case .down, .character("j"), .character("s"): cursor?.move(.down)
        case .character(" "), .enter: sit()
        case .character("u"):
            call { room throws(UsherError) in
                try await room.leaveSeat()
                return "standing"
            }
        case .character("f"):
            let (room, planned) = (options.roomID, TimeSpan.minutes(options.minutes))
            focus { timer throws(UsherError) in try await timer.start(planned: planned, room: room) }
        case .character("p"):
            let isPaused = timer.state == .paused
            focus { timer throws(UsherError) in
                isPaused ? try await timer.resume() : try await timer.pause()
            }
        case .character("c"): focus { timer throws(UsherError) in try await timer.finish() }
        case .character("x"): focus { timer throws(UsherError) in try await timer.abandon() }
        case .character("i"): showsStatistics.toggle()
        case .escape, .character: break
        }
    }

    private func sit() {
        guard let cursor, let seat = cursor.seat else { return }
        let code = cursor.hall.seats[seat].code
        call { room throws(UsherError) in "sitting at \(try await room.takeSeat(code).seat)" }
    }

    /// The gateway is asked beside the drawing; its answer comes as an event.
    private func call(_ body: @escaping @Sendable (LiveRoom) async throws(UsherError) -> String) {
        Task { [room, send] in
            do throws(UsherError) {
                send(.told(try await body(room)))
            } catch {
                send(.told("\(error)"))
            }
        }
    }

    /// Done at once, with or without a network.
    private func focus(_ body: @escaping @Sendable (FocusTimer) async throws(UsherError) -> FocusSession) {
        Task { [timer, send] in
            do throws(UsherError) {
                _ = try await body(timer)
                send(.changed)
            } catch {
                send(.told("\(error)"))
            }
        }
    }

    // MARK: Drawing

    private func draw() {
        track()
        let size = terminal.size
        if let hall = room.hall {
            let height = Frame.room(of: size.height)
            if cursor == nil { cursor = HallCursor(hall, width: size.width, height: height) }
            cursor?.follow(hall)
            cursor?.resize(width: size.width, height: height)
        }
        let frame = Frame(
            roomID: options.roomID, connection: connection, position: room.position, members: room.members,
            cursor: cursor, me: options.memberID, now: room.serverTime ?? Self.wall, timer: timerText,
            statistics: showsStatistics ? statistics : nil, message: news)
        terminal.draw(screen.frame(frame.lines(width: size.width, height: size.height)))
    }

    private var connection: String {
        let words =
            switch room.connection {
            case .connecting(let attempt): attempt > 1 ? "connecting, attempt \(attempt)" : "connecting"
            case .live: "live"
            case .waiting(_, let error): "no connection: \(Text.safe(error.message))"
            case .polling: "live, asking now and then"
            case .suspended: "resting"
            case .failed(let error): "failed: \(Text.safe(error.description))"
            }
        return words + (room.isStale && !room.members.isEmpty ? " · this may be old" : "")
    }

    private var news: String {
        if case .lost(let reason) = room.presence { return "\(reason): your place is gone" }
        return message
    }

    private var timerText: TimerText {
        var text = TimerText(state: timer.state, unsent: timer.unsent)
        if let session = timer.session {
            text.elapsed = session.elapsed
            if session.state.isOpen { text.remaining = timer.remaining }
        }
        return text
    }

    /// Of the last two weeks, from what is known here: also without a network. A night owl's day begins at four.
    private var statistics: FocusStatistics? {
        do throws(UsherError) {
            return try timer.statistics(
                timeZone: TimeZone.current.identifier, from: Self.wall - .hours(14 * 24), to: Self.wall + .minutes(5),
                dayStartsAt: .hours(4))
        } catch {
            message = "\(error)"
            return nil
        }
    }

    private static var wall: Timestamp {
        Timestamp(nanoseconds: Int64(Date().timeIntervalSince1970 * 1_000_000_000))
    }

    /// Asks to be told of the next change, once. Notifications come on this actor, so none is missed between this and the
    /// drawing.
    private func track() {
        guard !isTracking else { return }
        isTracking = true
        withObservationTracking {
            _ = (room.members, room.hall, room.connection, room.isStale, room.presence, room.pass)
            _ = (timer.session, timer.unsent)
        } onChange: { [send] in
            // It is told just before; the event is handled after.
            Task { @MainActor in
                self.isTracking = false
                send(.changed)
            }
        }
    }
}
