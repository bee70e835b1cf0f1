/// Judges whether a client takes the answers that wait for it, or lets them wait to hold our memory. One for all answers
/// of a connection, since honest clients share a slow network among many. Feeds are not watched: they hold next to
/// nothing, whoever stalls.
///
/// An answer waits for one of two reasons. Either all that was sent has arrived and the client does not open its windows:
/// its own will, or a process that stands still. Or what was sent is still on its way: a slow or broken network, or a
/// client that does not read its socket. The second is given more time.
struct DrainWatch {
    /// What the connection knows when it looks.
    struct Look {
        var now: Int64
        /// Bytes of answers that wait.
        var waiting: Int
        /// Bytes of answers that left the session, since the connection began.
        var taken: Int
        /// Bytes that the peer's side has acknowledged, since the connection began.
        var arrived: Int
        /// Bytes that left the session and are not acknowledged.
        var underWay: Int
    }

    private enum Phase {
        case none
        /// All has arrived; the client opens no window.
        case shut
        /// The network is behind.
        case slow
    }

    private var phase = Phase.none
    private var began: Int64 = 0
    /// `taken` or `arrived` when the phase began.
    private var count = 0

    /// Nothing waits.
    mutating func rest() {
        phase = .none
    }

    /// True if the client has taken less than it must for as long as it may.
    mutating func isStalled(_ look: Look) -> Bool {
        let isShut = look.underWay < Limits.drainBytes
        let current = isShut ? look.taken : look.arrived
        let wanted = max(Limits.drainBytes, look.waiting / Limits.drainShare)
        guard phase == (isShut ? .shut : .slow), current - count < wanted else {
            phase = isShut ? .shut : .slow
            began = look.now
            count = current
            return false
        }
        return look.now - began >= (isShut ? Limits.drainPatience : Limits.slowDrainPatience)
    }
}
