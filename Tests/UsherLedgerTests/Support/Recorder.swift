import Synchronization
import UsherCore
import UsherLedger

/// An observer that keeps what it heard and holds every show's map as a reader would.
final class Recorder: LedgerObserver {
    struct Heard {
        var begun = 0
        var commits: [ShowCommit] = []
        var seq: UInt64 = 0
        var states: [UInt8] = []
        var epoch = ""
        /// A delta that did not follow on the one before.
        var gaps = 0
        var lost: [LedgerError] = []
    }

    struct HeardRoom {
        var begun = 0
        /// As a reader has it who applied every change.
        var history: RoomHistory?
        var changes: [RoomChange] = []
        /// A change that did not follow on the one before.
        var gaps = 0
        var lost: [LedgerError] = []

        var seq: UInt64 { history?.seq ?? 0 }
        var members: [RoomMember] { history?.members ?? [] }
    }

    private let heard = Mutex<[ShowRef: Heard]>([:])
    private let heardRooms = Mutex<[RoomRef: HeardRoom]>([:])

    func began(_ show: ShowRef, _ start: FeedStart) {
        heard.withLock {
            $0[show, default: Heard()].begun += 1
            $0[show]?.seq = start.history.seq
            $0[show]?.states = start.history.states
            $0[show]?.epoch = start.history.epoch
        }
    }

    func committed(_ show: ShowRef, _ commit: ShowCommit) {
        heard.withLock {
            var entry = $0[show] ?? Heard()
            entry.commits.append(commit)
            if let delta = commit.delta {
                if delta.firstSeq != entry.seq + 1 { entry.gaps += 1 }
                entry.seq = delta.lastSeq
                for change in delta.changes { entry.states[Int(change.seat)] = change.state }
            }
            $0[show] = entry
        }
    }

    func lost(_ show: ShowRef, _ error: LedgerError) {
        heard.withLock { $0[show, default: Heard()].lost.append(error) }
    }

    subscript(show: String) -> Heard {
        heard.withLock { $0[ShowRef(tenant: "t", showID: show)] ?? Heard() }
    }

    // MARK: Rooms

    func began(_ room: RoomRef, _ start: RoomStart) {
        heardRooms.withLock {
            $0[room, default: HeardRoom()].begun += 1
            $0[room]?.history = start.history
        }
    }

    func committed(_ room: RoomRef, _ changes: [RoomChange]) {
        heardRooms.withLock {
            var entry = $0[room] ?? HeardRoom()
            entry.changes += changes
            for change in changes {
                if change.seq == entry.seq + 1 { entry.history?.append(change) } else { entry.gaps += 1 }
            }
            $0[room] = entry
        }
    }

    func lost(_ room: RoomRef, _ error: LedgerError) {
        heardRooms.withLock { $0[room, default: HeardRoom()].lost.append(error) }
    }

    func room(_ roomID: String = "R") -> HeardRoom {
        heardRooms.withLock { $0[RoomRef(tenant: "t", roomID: roomID)] ?? HeardRoom() }
    }
}
