import UsherCore

/// The work between two disk commits.
struct Batch {
    /// The time that everything in it is decided at.
    var now: Timestamp
    /// Asks that answered themselves or have an answer below.
    var handled = 0
    /// Records of shows that were appended.
    var records = 0
    /// What to do for the callers once the commit is known to stand (nil) or to have failed.
    var answers: [(LedgerError?) -> Void] = []
    /// The answers to commands on shows, for the same moment.
    var round = AnswerRound()
    /// Shows with changes, or with a follower who begins.
    var touched: [LoadedShow] = []
    /// Rooms with changes, or with a follower who begins.
    var touchedRooms: [LoadedRoom] = []
    var newHalls: [HallKey] = []
    var closing: [Reply<Void>] = []

    init(now: Timestamp) {
        self.now = now
    }

    /// Empty again, with the space of the last one.
    mutating func begin(now: Timestamp) {
        self.now = now
        handled = 0
        records = 0
        answers.removeAll(keepingCapacity: answers.count <= Limits.batch)
        touched.removeAll(keepingCapacity: touched.count <= Limits.batch)
        touchedRooms.removeAll(keepingCapacity: touchedRooms.count <= Limits.batch)
        newHalls = []
        closing = []
    }

    mutating func touch(_ show: LoadedShow) {
        guard !show.isTouched else { return }
        show.isTouched = true
        touched.append(show)
    }

    mutating func touch(_ room: LoadedRoom) {
        guard !room.isTouched else { return }
        room.isTouched = true
        touchedRooms.append(room)
    }
}
