/// Tells a flood of frames from a busy client: one token bucket for each kind of frame that costs more than it says.
struct FrameAbuse {
    private var resets: RateLimiter
    private var provokedResets: RateLimiter
    private var headerBombs: RateLimiter
    private var gzipBombs: RateLimiter
    private var settings: RateLimiter
    private var idle: RateLimiter
    private var windowUpdates: RateLimiter

    init(now: Int64) {
        resets = RateLimiter(Limits.resets, now: now)
        provokedResets = RateLimiter(Limits.provokedResets, now: now)
        headerBombs = RateLimiter(Limits.headerBombs, now: now)
        gzipBombs = RateLimiter(Limits.gzipBombs, now: now)
        settings = RateLimiter(Limits.settings, now: now)
        idle = RateLimiter(Limits.idleFrames, now: now)
        windowUpdates = RateLimiter(Limits.windowUpdates, now: now)
    }

    /// Charges for what happened. The offence, in words for the client, if it is more than any honest client does.
    mutating func charge(_ counts: FrameCounts, now: Int64) -> String? {
        windowUpdates.give(Int64(counts.sent * Limits.windowUpdatesPerFrame))
        guard headerBombs.take(counts.headerBombs, now: now) else { return "header lists far over the limit" }
        guard gzipBombs.take(counts.gzipBombs, now: now) else { return "too many messages that burst" }
        guard provokedResets.take(counts.provokedResets, now: now) else { return "too many faulty streams" }
        guard resets.take(counts.resets, now: now) else { return "too many resets" }
        guard settings.take(counts.settings, now: now) else { return "too many SETTINGS" }
        guard idle.take(counts.idle, now: now) else { return "too many idle frames" }
        guard windowUpdates.take(counts.windowUpdates, now: now) else { return "too many WINDOW_UPDATEs" }
        return nil
    }
}
