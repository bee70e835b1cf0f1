import Synchronization
import Usher
import UsherTesting

/// A member of a room with an app of their own, which may be killed, put aside and cut off. It writes down what the
/// member's seat and status may be by what the app was answered.
final class RoomPerson: Sendable {
    private struct State {
        var client: UsherClient
        var room: LiveRoom
        var timer: FocusTimer?
        var pass: RoomPass?
        var starts = 1
        /// One value that is certain, or what it was and what an unanswered wish may have made of it.
        var seats: Set<String> = [""]
        var statuses: Set<MemberStatus> = [.idle]
    }

    let memberID: String
    private let gateway: TestGateway
    /// A person with one focuses by it, and says nothing of their status otherwise.
    private let store: FocusStore?
    private let state: Mutex<State>

    init(_ memberID: String, _ gateway: TestGateway, store: FocusStore? = nil) throws {
        self.memberID = memberID
        self.gateway = gateway
        self.store = store
        let client = gateway.client(memberID)
        let timer = try store.map { try client.focusTimer(member: memberID, store: $0, isolation: nil) }
        state = Mutex(State(client: client, room: client.room("library", isolation: nil), timer: timer))
    }

    var room: LiveRoom { state.withLock { $0.room } }
    var timer: FocusTimer? { state.withLock { $0.timer } }
    var seats: Set<String> { state.withLock { $0.seats } }
    var statuses: Set<MemberStatus> { state.withLock { $0.statuses } }

    func join() async throws {
        let (room, memberID) = (room, memberID)
        try await gateway.advancing {
            _ = try await room.join(memberID: memberID, nickname: memberID.uppercased(), deviceID: "device")
        }
        keep()
    }

    private func keep() {
        state.withLock { state in state.pass = state.room.pass ?? state.pass }
    }

    // MARK: What they do

    func sit(_ seat: String) async throws {
        try await wish { state in
            state.seats.insert(seat)
        } by: { room in
            _ = try await room.takeSeat(seat)
        } done: { state in
            state.seats = [seat]
        } refused: { state in
            // Nothing is lost by a refusal; what is certain is certain again only if it was.
            state.seats.remove(seat)
        }
    }

    func stand() async throws {
        try await wish { state in
            state.seats.insert("")
        } by: { room in
            _ = try await room.leaveSeat()
        } done: { state in
            state.seats = [""]
        }
    }

    func say(_ status: MemberStatus) async throws {
        try await wish { state in
            state.statuses.insert(status)
        } by: { room in
            _ = try await room.setStatus(status)
        } done: { state in
            state.statuses = [status]
        }
    }

    private func wish(
        _ begin: (inout State) -> Void, by call: @escaping @Sendable (LiveRoom) async throws -> Void,
        done: (inout State) -> Void, refused: (inout State) -> Void = { _ in }
    ) async throws {
        let (room, before) = state.withLock { state in
            let before = (state.seats, state.statuses)
            begin(&state)
            return (state.room, before)
        }
        do {
            try await gateway.advancing { try await call(room) }
            state.withLock { done(&$0) }
        } catch let error as UsherError {
            if error.reason == "SEAT_OCCUPIED" {
                state.withLock { state in
                    (state.seats, state.statuses) = before
                    if before.0.count > 1 { refused(&state) }
                }
            } else if !error.isOutcomeUnknown, error.code != .unavailable, error.code != .deadlineExceeded,
                error.code != .cancelled
            {
                throw error
            }
        }
        keep()
    }

    func focus(_ choice: Int) async throws {
        guard let timer else { return }
        do throws(UsherError) {
            switch (timer.state, choice) {
            case (nil, _), (.completed, _), (.abandoned, _):
                try await timer.start(planned: choice < 3 ? .minutes(25) : nil, room: "library")
            case (_, 0): try await timer.finish()
            case (_, 1): try await timer.abandon()
            case (.paused, _): try await timer.resume()
            case (.focusing, _): try await timer.pause()
            }
        } catch {
            guard error.reason == "FOCUS_TRANSITION" else { throw error }
        }
    }

    // MARK: What happens to them

    func suspend() { state.withLock { $0.client }.suspend() }

    func resume() { state.withLock { $0.client }.resume() }

    /// The app is gone at once, and begins again on what it kept.
    func restart() async throws {
        let (old, pass, number) = state.withLock { state in
            state.starts += 1
            return (state, state.pass, state.starts)
        }
        old.timer?.close()
        old.room.close()
        old.client.close()
        let client = gateway.client("\(memberID)-\(number)")
        let timer = try store.map { try client.focusTimer(member: memberID, store: $0, isolation: nil) }
        let room = client.room("library", isolation: nil)
        state.withLock { state in (state.client, state.room, state.timer) = (client, room, timer) }
        guard let pass else { return }
        do {
            try await gateway.advancing { try await room.rejoin(pass) }
        } catch let error as UsherError {
            // Without a network it is tried all the same.
            guard error.code == .unavailable || error.code == .deadlineExceeded else { throw error }
        }
        keep()
    }

    /// The name by which faults find the app's network.
    var network: String { state.withLock { $0.starts == 1 ? memberID : "\(memberID)-\($0.starts)" } }

    func close() {
        let last = state.withLock { $0 }
        last.timer?.close()
        last.room.close()
        last.client.close()
    }
}
