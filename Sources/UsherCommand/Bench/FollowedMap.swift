import Synchronization
import Usher
import UsherCore
import UsherTesting

/// A map that is followed and held against its scribe's book after every change.
final class FollowedMap: Sendable {
    /// What became of it so far.
    struct Story: Sendable {
        var position = Position()
        /// Whole maps that came: the first one, and such as replaced what was there.
        var snapshots = 0
        /// When each position was reached, on `ShapingRelay.now`.
        var arrivals: [(seq: UInt64, at: Int64)] = []
        /// The first way in which it was wrong.
        var fault: String?
        /// Why following ended.
        var end: String?
    }

    private struct State {
        var states: [UInt8] = []
        var story = Story()
    }

    private let scribe: SeatScribe
    private let state = Mutex(State())
    private let task: Mutex<Task<Void, Never>?> = Mutex(nil)

    init(_ showID: String, _ client: UsherClient, _ scribe: SeatScribe) {
        self.scribe = scribe
        let following = Task { [weak self] in
            do {
                for try await update in client.seatMap(showID).updates { self?.take(update) }
            } catch {
                self?.state.withLock { $0.story.end = "\(error)" }
            }
        }
        task.withLock { $0 = following }
    }

    deinit {
        task.withLock { $0?.cancel() }
    }

    var story: Story { state.withLock { $0.story } }

    /// When it first stood at `seq` or beyond; nil if it has not yet.
    func arrival(at seq: UInt64) -> Int64? {
        state.withLock { $0.story.arrivals.first { $0.seq >= seq }?.at }
    }

    private func take(_ update: SeatMapUpdate) {
        let now = ShapingRelay.now
        state.withLock { state in
            if update.isReset {
                state.states = update.changes.map(\.state)
                state.story.snapshots += 1
            }
            for change in update.changes { state.states[Int(change.seat)] = change.state }
            if update.isReset || update.position != state.story.position { arrive(update.position, now, &state) }
        }
    }

    private func arrive(_ position: Position, _ now: Int64, _ state: inout State) {
        let before = state.story.position
        state.story.position = position
        state.story.arrivals.append((position.seq, now))
        guard state.story.fault == nil else { return }
        if position.seq < before.seq {
            state.story.fault = "went back from seq \(before.seq) to \(position.seq)"
        } else if scribe.map(at: position.seq) != state.states {
            state.story.fault = "differs from the gateway's map at seq \(position.seq)"
        }
    }
}
