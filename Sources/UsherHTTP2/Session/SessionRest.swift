/// When a session that nothing is asked of gives its memory back: after a silence that grows each time that it had to be
/// brought back, so that a session that speaks every second or two is left alone.
struct SessionRest {
    /// Place among the loop's sessions that are awake.
    var slot = 0
    private var wasUsed = true
    private var silentLooks: UInt8 = 0
    private var patience: UInt8 = 1

    /// Something was asked of the session.
    mutating func use() { wasUsed = true }

    /// It had to be brought back.
    mutating func wake() {
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
