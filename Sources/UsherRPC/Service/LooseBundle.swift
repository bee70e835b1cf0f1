/// The bundle of transports that know no better way than to send to its channels one by one.
public final class LooseBundle: FeedBundle {
    private var members: [(channel: any FeedChannel, member: AnyObject)] = []

    public init() {}

    public var isEmpty: Bool { members.isEmpty }

    public func add(_ channel: any FeedChannel, for member: AnyObject) {
        members.append((channel, member))
    }

    public func remove(_ channel: any FeedChannel) {
        members.removeAll { $0.channel === channel }
    }

    public func send(_ messages: [FramedMessage], left: (AnyObject) -> Void) {
        members.removeAll { channel, member in
            guard channel.isOpen else { return true }
            guard channel.isDrained else {
                left(member)
                return true
            }
            for message in messages { channel.send(message) }
            return false
        }
    }
}
