/// One entry of a show's append-only log.
public struct ShowRecord: Sendable, Equatable {
    /// 1, 2, 3 … without a hole, in its show.
    public var index: UInt64
    /// The show's time at the commit; never goes back.
    public var at: Timestamp
    /// The request that caused it, where it had an id.
    public var request: RequestStamp?
    public var event: ShowEvent

    public init(index: UInt64, at: Timestamp, request: RequestStamp? = nil, event: ShowEvent) {
        self.index = index
        self.at = at
        self.request = request
        self.event = event
    }
}
