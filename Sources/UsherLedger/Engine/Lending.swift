import UsherCore

/// When the engine is lent to callers who have one request.
///
/// They are loops: while a slow disk keeps them waiting, all their connections wait. After a loan that took long there are
/// none for a while. And the thread must get up now and then, for its housekeeping.
struct Lending {
    /// How many requests go to the thread after a loan that took long; doubled each time.
    private var pause = 0
    private var pausesLeft = 0
    /// Loans since the thread was last asked to keep house.
    private var loans = 0

    /// A caller asks for a loan; if it gets one, it ends it.
    mutating func begins() -> Bool {
        guard pausesLeft == 0 else {
            pausesLeft -= 1
            return false
        }
        return true
    }

    /// Returns whether the thread shall get up.
    mutating func ended(after took: TimeSpan) -> Bool {
        if took > Limits.longLoan {
            pause = min(max(Limits.shortestLendingPause, 2 * pause), Limits.longestLendingPause)
            pausesLeft = pause
        } else {
            pause = max(0, pause - 1)
        }
        loans += 1
        guard loans >= Limits.loansPerHousekeeping else { return false }
        loans = 0
        return true
    }
}
