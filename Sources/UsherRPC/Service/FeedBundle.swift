/// Channels of one loop that are sent the same messages: a transport can prepare those once for all of them. Loop only.
///
/// Whoever fills a bundle gives an object with each channel, by which it knows the channel again when it has left.
public protocol FeedBundle: AnyObject {
    /// True if no channel is in it.
    var isEmpty: Bool { get }
    /// From here on `channel`, which is open and of this bundle's loop, is sent what all are sent. Once it has ended, it
    /// leaves without a word.
    func add(_ channel: any FeedChannel, for member: AnyObject)
    /// Takes the channel out. Harmless if it has left.
    func remove(_ channel: any FeedChannel)
    /// Sends the messages, in this order and as in one write, to every channel that is drained. Each one that is not is
    /// sent nothing and leaves; `left` is told its member, and must not touch the bundle.
    func send(_ messages: [FramedMessage], left: (AnyObject) -> Void)
}

extension FeedChannel {
    /// A bundle that sends to its channels one by one.
    public func makeBundle() -> any FeedBundle { LooseBundle() }
}
