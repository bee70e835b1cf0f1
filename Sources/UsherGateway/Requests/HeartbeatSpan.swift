internal import UsherCore

/// How long a stream may be silent: 25 s, or what was asked for within 5–60 s.
enum HeartbeatSpan {
    static func resolved(_ asked: TimeSpan?) -> TimeSpan {
        guard let asked else { return .seconds(Limits.defaultHeartbeatSeconds) }
        return min(max(asked, .seconds(Limits.minHeartbeatSeconds)), .seconds(Limits.maxHeartbeatSeconds))
    }
}
