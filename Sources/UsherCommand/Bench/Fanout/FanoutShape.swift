/// What a fan-out is like.
struct FanoutShape: Sendable {
    var watchers: Int
    var connections: Int
    var shows: Int
    var outstanding: Int
    /// Changes a second that are due by the clock; nil keeps as many outstanding as there may be.
    var rate: Double?
    var seconds: Int
    var warmSeconds: Int
    var seats: Int
    var work = ChangeWriter.Work.blocks
}
