/// gRPC's rule for a client's PINGs (gRFC A8): one that comes too soon after the last is a strike, and whatever the
/// server sends on a stream forgives all strikes.
///
/// Beyond A8, every HEADERS or DATA frame sent also pays for one PING: a client that measures its bandwidth pings after
/// each message that it reads, and may read in one go what the server sent in many.
struct PingStrikes {
    private var paid: Int32 = 0
    private var strikes: Int32 = 0
    /// Boot-clock nanoseconds of the last PING; nil before the first.
    private var last: Int64?

    /// HEADERS or DATA left for the client.
    mutating func framesSent(_ count: Int) {
        strikes = 0
        paid = Int32(min(Limits.savedProbes, Int(paid) + count))
    }

    /// A PING came. False if it is one too many.
    mutating func receive(_ options: ServerConnectionOptions, now: Int64, hasStreams: Bool) -> Bool {
        defer { last = now }
        if paid > 0 {
            paid -= 1
            return true
        }
        let interval =
            hasStreams || options.permitsPingsWithoutStreams ? options.minPingInterval : Limits.streamlessPingInterval
        if let last, now - last < interval { strikes += 1 }
        return strikes <= Limits.maxPingStrikes
    }
}
