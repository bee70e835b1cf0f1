internal import UsherRPC

/// What a reader is to be sent to stand where its hub stands.
struct HubStep {
    /// Nil if nothing was missed.
    var event: FramedMessage?
    /// What follows on the event: a room's changes are told one by one.
    var more: [FramedMessage] = []
    /// The side value, if the reader knows an older version.
    var side: FramedMessage?
    /// Where the reader stands after all of it.
    var mark: ReaderMark
    var sideVersion: UInt64

    var position: ReaderPosition { ReaderPosition(mark: mark, sideVersion: sideVersion) }
}
