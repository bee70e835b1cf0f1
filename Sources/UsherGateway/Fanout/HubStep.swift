internal import UsherRPC

/// What a reader is to be sent to stand where its show stands.
struct HubStep {
    /// A delta, a snapshot, or nil if nothing was missed.
    var event: FramedMessage?
    /// The show's own fields, if the reader knows an older version.
    var show: FramedMessage?
    /// Where the reader stands after both.
    var mark: ReaderMark
    var showVersion: UInt64
}
