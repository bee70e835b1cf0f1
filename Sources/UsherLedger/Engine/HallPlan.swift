/// What the ledger says to a hall that is put.
enum HallPlan: Sendable {
    /// The newest revision has this content.
    case same(FoundHall)
    /// It would get this revision: build the look-ups for it, off the ledger thread, and ask again.
    case next(UInt64)
    case stored
}
