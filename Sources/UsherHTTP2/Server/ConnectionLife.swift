import UsherRPC

/// Decides when a connection's peer is pinged or given up, and when the connection is let go for idleness or age.
/// Performs no I/O: the connection says what happened, asks at `nextLook` what is due, and does it.
struct ConnectionLife {
    enum Step: Equatable {
        case nothing
        case ping
        /// Begin to go.
        case drain(GoingAway)
        /// The grace after the age is over: end what is left.
        case cut
        /// The peer is gone.
        case giveUp
    }

    // Boot-clock nanoseconds.
    private(set) var lastHeard: Int64
    /// When the last stream ended; before the first stream, when the connection began.
    private(set) var lastBusy: Int64
    private var pingedAt = Int64.min
    /// The end by age, and then the end of the grace.
    private var ageEnd = Int64.max
    private var isPastAge = false
    /// What open streams ask beyond the options.
    private var listening = ListenSpans()

    /// `random` places the age within its tenth.
    init(_ options: ServerConnectionOptions, now: Int64, random: UInt64) {
        lastHeard = now
        lastBusy = now
        if let age = options.maxAge { ageEnd = Self.after(Self.jittered(age, random), now) }
    }

    /// `span` less or more a tenth.
    static func jittered(_ span: Int64, _ random: UInt64) -> Int64 {
        let fraction = Double(random >> 11) / Double(1 << 53)
        let (sum, overflow) = (span - span / 10).addingReportingOverflow(Int64(Double(span / 5) * fraction))
        return overflow ? .max : sum
    }

    // MARK: What happened

    /// A byte of the peer came.
    mutating func heard(now: Int64) {
        lastHeard = now
    }

    mutating func streamEnded(now: Int64) {
        lastBusy = now
    }

    /// A stream wants the peer to be heard at least this often. True if the next look must be sooner than was said.
    mutating func listen(every span: Int64) -> Bool {
        let before = listening.shortest ?? .max
        listening.add(span)
        return span < before
    }

    mutating func stopListening(every span: Int64) {
        listening.remove(span)
    }

    // MARK: What is due

    /// What must be done now: one thing. What else is due is said at the next look, which comes soon.
    mutating func step(
        _ options: ServerConnectionOptions, now: Int64, hasStreams: Bool, isDraining: Bool
    ) -> Step {
        if now >= ageEnd {
            guard !isPastAge else { return .cut }
            isPastAge = true
            ageEnd = options.maxAgeGrace.map { Self.after($0, now) } ?? .max
            if !isDraining { return .drain(.maxAge) }
        }
        if !hasStreams, !isDraining, now >= idleEnd(options) { return .drain(.maxIdle) }
        guard now >= silenceEnd(keepalive(options, hasStreams: hasStreams)) else { return .nothing }
        if isPinging { return .giveUp }
        pingedAt = now
        return .ping
    }

    /// When to ask again. Streams may open and close until then; what depends on them is not missed.
    func nextLook(
        _ options: ServerConnectionOptions, now: Int64, hasStreams: Bool, isDraining: Bool
    ) -> Int64 {
        var spans = min(Limits.housekeeping, options.keepalive.time, options.idleKeepalive.time)
        // Also while a PING waits for its answer: that comes without a look of its own, and silence counts from it.
        if hasStreams, let span = listening.shortest { spans = min(spans, span) }
        if let idle = options.maxIdle { spans = min(spans, idle) }
        var next = min(Self.after(spans, now), ageEnd)
        next = min(next, silenceEnd(keepalive(options, hasStreams: hasStreams)))
        if !hasStreams, !isDraining { next = min(next, idleEnd(options)) }
        return max(next, Self.after(Limits.soonestLook, now))
    }

    /// A PING of ours waits for a sign of life.
    private var isPinging: Bool { pingedAt > lastHeard }

    private func keepalive(
        _ options: ServerConnectionOptions, hasStreams: Bool
    ) -> ServerConnectionOptions.Keepalive {
        guard hasStreams else { return options.idleKeepalive }
        var keepalive = options.keepalive
        if let span = listening.shortest { keepalive.time = min(keepalive.time, span) }
        return keepalive
    }

    private func silenceEnd(_ keepalive: ServerConnectionOptions.Keepalive) -> Int64 {
        isPinging ? Self.after(keepalive.timeout, pingedAt) : Self.after(keepalive.time, lastHeard)
    }

    private func idleEnd(_ options: ServerConnectionOptions) -> Int64 {
        options.maxIdle.map { Self.after($0, lastBusy) } ?? .max
    }

    private static func after(_ span: Int64, _ time: Int64) -> Int64 {
        let (sum, overflow) = time.addingReportingOverflow(max(span, Limits.soonestLook))
        return overflow ? .max : sum
    }
}
