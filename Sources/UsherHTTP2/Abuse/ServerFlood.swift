/// Tells a server that floods its client with frames that bring nothing from a busy one. Such a server could keep a
/// client's processor busy for as long as a call's deadline allows.
struct ServerFlood {
    private var meter = FrameMeter(isClient: false)
    private var idle: RateLimiter
    private var windowUpdates: RateLimiter
    private var control: RateLimiter
    /// Bytes that have not paid for an idle frame yet.
    private var unpaid = 0

    init(now: Int64) {
        idle = RateLimiter(Limits.idleFrames, now: now)
        windowUpdates = RateLimiter(Limits.windowUpdates, now: now)
        control = RateLimiter(Limits.serverControl, now: now)
    }

    /// Takes the next bytes of the connection, and how many HEADERS and DATA frames were sent meanwhile, each of which a
    /// server may answer. The offence in words, if it is more than any honest server does.
    mutating func charge(_ bytes: UnsafeBufferPointer<UInt8>, sent: Int, now: Int64) -> String? {
        var counts = FrameCounts()
        meter.count(bytes, into: &counts)
        unpaid += bytes.count
        idle.give(Int64(unpaid / Limits.bytesPerIdleFrame))
        unpaid %= Limits.bytesPerIdleFrame
        windowUpdates.give(Int64(sent * Limits.windowUpdatesPerFrame))
        control.give(Int64(sent * Limits.serverControlPerFrame))
        guard idle.take(counts.idle, now: now) else { return "too many idle frames" }
        guard windowUpdates.take(counts.windowUpdates, now: now) else { return "too many WINDOW_UPDATEs" }
        guard control.take(counts.control, now: now) else { return "too many control frames" }
        return nil
    }
}
