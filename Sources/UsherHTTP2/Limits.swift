/// Every bound of this module, with its reason.
enum Limits {
    // MARK: Reactor

    /// Events taken from the kernel at once: enough to amortise the call, few enough to keep a tick short.
    static let eventsPerWait = 256
    /// How often a tick drains the mailbox before it writes: a handler that hops to the loop itself still answers in
    /// the same write, and two handlers that keep posting to each other cannot hold the writes back.
    static let mailboxRoundsPerTick = 4
    /// Loops of one group: more than any machine this is meant for has cores.
    static let maxLoops = 256
}
