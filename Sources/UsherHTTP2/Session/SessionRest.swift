/// When a session that nothing is asked of gives its memory back: after a silence that grows each time that it had to be
/// brought back soon, so that a session that speaks every second or two is left alone. One that rested for longer, as a
/// watcher does who is pinged now and then, rests again at the first occasion.
struct SessionRest {
    /// Place among the loop's sessions that are awake.
    var slot = 0
    private var wasUsed = true
    private var silentLooks: UInt8 = 0
    private var patience: UInt8 = 1
    /// Loop clock as it was laid to rest last.
    private var restedAt: Int64 = 0

    /// Something was asked of the session.
    mutating func use() { wasUsed = true }

    /// It gave its memory back.
    mutating func begin(at now: Int64) { restedAt = now }

    /// It had to be brought back.
    mutating func wake(at now: Int64) {
        silentLooks = 0
        patience = now - restedAt < Limits.shortRest ? min(patience * 2, Limits.mostRestLooks) : 1
    }

    /// It holds too much to rest: another look, later.
    mutating func putOff() {
        silentLooks = 0
        patience = min(patience * 2, Limits.mostRestLooks)
    }

    /// A look: true if it has been silent for long enough.
    mutating func isDue() -> Bool {
        silentLooks = wasUsed ? 0 : silentLooks + 1
        wasUsed = false
        return silentLooks >= patience
    }
}
