import Synchronization
import UsherCore

/// One revision of a hall, shared by all maps of the client that show it.
final class LoadedHall: Sendable {
    struct Key: Hashable, Sendable {
        var hallID: String
        var revision: UInt64
    }

    let hall: Hall
    private let lookUps = Mutex<HallRevision?>(nil)

    init(_ hall: Hall) {
        self.hall = hall
    }

    var key: Key { Key(hallID: hall.hallID, revision: hall.revision) }

    /// The hall with its look-ups, made when somebody needs them: a map that is only drawn does not.
    var revision: HallRevision {
        lookUps.withLock { made in
            if let made { return made }
            let revision = HallRevision(hall)
            made = revision
            return revision
        }
    }
}
