import UsherCore

/// A hall revision: ready, or to be decoded by the caller.
enum FoundHall: Sendable {
    case ready(HallRevision)
    case stored(StoredHall)
}
