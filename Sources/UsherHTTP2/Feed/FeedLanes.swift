import CSystem
import UsherRPC

/// Streams that are sent the same, on any number of connections.
///
/// The messages are framed once, and the frame goes past nghttp2: straight to the socket if the stream has its connection
/// to itself and there is no TLS, else to what the connection writes next. That needs room in the windows, which is set
/// aside beforehand, and a stream of which nothing else waits; otherwise the messages go to the stream's own queue, as any
/// other answer does. `ServerSession.settleFeeds` enters in nghttp2's windows what left without it.
///
/// Guard: touched on its loop's thread alone.
final class FeedLanes: FeedBundle {
    /// A lane that was not served in passing, or not wholly.
    private struct Leftover {
        enum Reason {
            /// It has no credit.
            case look
            /// Its frame waits, and its connection must be asked to write.
            case wake
            /// The socket took so many bytes, or answered with an error.
            case cut(Int)
        }
        var place: Int
        var reason: Reason
    }

    private let loop: ServerLoop
    private var lanes: ContiguousArray<FeedLane> = []
    /// In the order of `lanes`.
    private var members: ContiguousArray<AnyObject> = []
    /// Empty but while something is sent: storage.
    private var leftovers: [Leftover] = []

    init(_ loop: ServerLoop) {
        self.loop = loop
    }

    // MARK: FeedBundle

    var isEmpty: Bool { lanes.isEmpty }

    func add(_ channel: any FeedChannel, for member: AnyObject) {
        guard let stream = channel as? ServerStream, stream.isOpen, let connection = stream.connection else { return }
        precondition(stream.bundle == nil && connection.loop === loop, "a stream is in one bundle of its loop")
        stream.bundle = self
        stream.lanePlace = lanes.count
        lanes.append(FeedLane(stream, descriptor: connection.descriptor))
        members.append(member)
        connection.session.feedJoined(stream)
        connection.writeSettled()
    }

    func remove(_ channel: any FeedChannel) {
        guard let stream = channel as? ServerStream, stream.bundle === self else { return }
        // Streams leave before their connection does.
        guard let connection = stream.connection else { return drop(stream) }
        leave(stream, connection.session)
        connection.writeSettled()
    }

    func send(_ messages: [FramedMessage], left: (AnyObject) -> Void) {
        let frame = loop.feedFrame
        let isFramed = loop.options.framesFeeds && frame.fill(messages)
        var rest: [Leftover] = []
        swap(&rest, &leftovers)
        if isFramed {
            sendInPassing(frame, &rest)
        } else {
            for place in lanes.indices { rest.append(Leftover(place: place, reason: .look)) }
        }
        // From behind: a lane that leaves has the last one put in its place.
        for leftover in rest.reversed() {
            let place = leftover.place
            let stream = lanes[place].stream.takeUnretainedValue()
            guard !serve(stream, leftover, isFramed ? frame : nil, messages) else { continue }
            let member = members[place]
            remove(stream)
            left(member)
        }
        rest.removeAll(keepingCapacity: rest.capacity <= Limits.keptLeftovers)
        leftovers = rest
    }

    // MARK: In passing

    private func sendInPassing(_ frame: FeedFrame, _ rest: inout [Leftover]) {
        let payload = Int32(frame.payload)
        let bytes = frame.bytes
        let blocks = loop.feedBlocks
        lanes.withUnsafeMutableBufferPointer { lanes in
            for place in lanes.indices {
                guard lanes[place].credit >= payload else {
                    rest.append(Leftover(place: place, reason: .look))
                    continue
                }
                frame.address(lanes[place].id)
                if let outlet = lanes[place].outlet {
                    let waiting = outlet.pointee.count
                    guard waiting + bytes.count <= Limits.bytesPerTick else {
                        rest.append(Leftover(place: place, reason: .look))
                        continue
                    }
                    outlet.pointee.append(bytes, blocks)
                    if waiting == 0 { rest.append(Leftover(place: place, reason: .wake)) }
                } else {
                    let sent = usher_send(lanes[place].descriptor, bytes.baseAddress, bytes.count)
                    guard sent == bytes.count else {
                        rest.append(Leftover(place: place, reason: .cut(sent)))
                        continue
                    }
                }
                lanes[place].pay(payload)
            }
        }
    }

    // MARK: With a look

    /// False if the stream takes nothing now.
    private func serve(
        _ stream: ServerStream, _ leftover: Leftover, _ frame: FeedFrame?, _ messages: [FramedMessage]
    ) -> Bool {
        guard let connection = stream.connection else { return false }
        switch (leftover.reason, frame) {
        case (.wake, _):
            connection.requestWrite()
            return true
        case (.cut(let sent), let frame?): return tookPart(sent, of: frame, leftover.place, connection)
        case (.look, _), (.cut, nil): break
        }
        guard stream.isOpen, stream.isDrained else { return false }
        if let frame, stream.isQuiet, connection.hasRoom(for: frame),
            hasCredit(leftover.place, stream, connection, frame)
        {
            return send(frame, leftover.place, connection)
        }
        for message in messages { stream.send(message) }
        return true
    }

    private func send(_ frame: FeedFrame, _ place: Int, _ connection: ServerConnection) -> Bool {
        frame.address(lanes[place].id)
        let bytes = frame.bytes
        if connection.isFeedAlone {
            let sent = usher_send(connection.descriptor, bytes.baseAddress, bytes.count)
            guard sent == bytes.count else { return tookPart(sent, of: frame, place, connection) }
            lanes[place].release(to: nil)
        } else {
            connection.queueFrame(bytes)
            lanes[place].release(to: connection.session.outlet)
        }
        lanes[place].pay(Int32(frame.payload))
        return true
    }

    /// The socket is full or broken. False if nothing of the frame went into it.
    private func tookPart(_ sent: Int, of frame: FeedFrame, _ place: Int, _ connection: ServerConnection) -> Bool {
        guard sent > 0 else {
            connection.block()
            return false
        }
        frame.address(lanes[place].id)
        lanes[place].release(to: nil)
        lanes[place].pay(Int32(frame.payload))
        connection.keepRest(of: frame.bytes, from: sent)
        return true
    }

    private func hasCredit(
        _ place: Int, _ stream: ServerStream, _ connection: ServerConnection, _ frame: FeedFrame
    ) -> Bool {
        let session = connection.session
        if Int(lanes[place].credit + lanes[place].reserve) >= frame.payload { return true }
        if Int(lanes[place].unsettled) + frame.payload > Limits.maxFeedDebt { settle(connection) }
        if grant(frame.payload, place, stream, session) { return true }
        guard session.feedGranted > 0 else { return false }
        settle(connection)
        return grant(frame.payload, place, stream, session)
    }

    private func settle(_ connection: ServerConnection) {
        connection.session.settleFeeds()
        connection.writeSettled()
    }

    private func grant(_ payload: Int, _ place: Int, _ stream: ServerStream, _ session: ServerSession) -> Bool {
        let missing = payload - Int(lanes[place].credit + lanes[place].reserve)
        let amount = session.grantFeed(stream, missing, beside: lanes[place].granted)
        lanes[place].reserve += Int32(amount)
        return amount > 0
    }

    // MARK: The session's side

    /// What left of the lane's stream since the last time. What was set aside for it is taken back.
    func takeUnsettled(_ place: Int) -> (bytes: Int, frames: Int) {
        let lane = lanes[place]
        lanes[place].credit = 0
        lanes[place].reserve = 0
        lanes[place].unsettled = 0
        lanes[place].frames = 0
        return (Int(lane.unsettled), Int(lane.frames))
    }

    /// The next delivery looks at the stream and its connection.
    func hold(_ place: Int) {
        lanes[place].hold()
    }

    /// The stream has ended, or leaves.
    func leave(_ stream: ServerStream, _ session: ServerSession) {
        session.feedLeaves(stream)
        drop(stream)
    }

    private func drop(_ stream: ServerStream) {
        let place = stream.lanePlace
        stream.bundle = nil
        let last = lanes.removeLast()
        let member = members.removeLast()
        guard place < lanes.count else { return }
        lanes[place] = last
        members[place] = member
        last.stream.takeUnretainedValue().lanePlace = place
    }
}
