import UsherCore

/// The work between two disk commits.
struct Batch {
    /// The time that everything in it is decided at.
    var now: Timestamp
    /// Asks that answered themselves or have an answer below.
    var handled = 0
    /// What to do for the callers once the commit is known to stand (nil) or to have failed.
    var answers: [(LedgerError?) -> Void] = []
    /// Shows with changes, or with a follower who begins.
    var touched: [LoadedShow] = []
    /// Rooms with changes, or with a follower who begins.
    var touchedRooms: [LoadedRoom] = []
    var newHalls: [HallKey] = []
    var closing: [Reply<Void>] = []

    init(now: Timestamp) {
        self.now = now
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
