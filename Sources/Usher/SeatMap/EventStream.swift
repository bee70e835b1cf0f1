import UsherCore
import UsherRPC
import UsherWire

/// One stream of a show's or a room's events, decoded.
final class EventStream<Event: WireMessage>: Sendable {
    private let stream: any ClientStream
    /// What the events are of, for people.
    private let subject: String

    init(client: UsherClient, method: String, _ request: some WireMessage, subject: String, maxEventBytes: Int) {
        self.subject = subject
        stream = client.transport.serverStream(
            "/usher.v1.\(method)", request.encoded(), metadata: Metadata(),
            options: CallOptions(hurries: true, maxReplyBytes: maxEventBytes))
    }

    /// An event and the size of its message; nil when the gateway ended the stream with OK.
    func next() async throws(UsherError) -> (event: Event, bytes: Int)? {
        let bytes: [UInt8]
        do throws(RPCError) {
            guard let message = try await stream.next() else { return nil }
            bytes = message
        } catch {
            throw UsherError(error)
        }
        do throws(WireError) {
            return (try Event(decoding: bytes), bytes.count)
        } catch {
            cancel()
            throw UsherError(.internal, message: "an event of the \(subject) cannot be read: \(error.message)")
        }
    }

    func cancel() {
        stream.cancel()
    }
}

extension EventStream where Event == SeatEvent {
    convenience init(client: UsherClient, showID: String, position: Position, showVersion: UInt64) {
        let request = WatchSeatsRequest(
            showID: showID, epoch: position.epoch, afterSeq: position.seq, heartbeat: client.heartbeat,
            showVersion: showVersion)
        self.init(
            client: client, method: "SeatService/WatchSeats", request, subject: "seat map",
            maxEventBytes: Limits.maxEventBytes)
    }
}

extension EventStream where Event == RoomEvent {
    /// `token` "" only looks.
    convenience init(client: UsherClient, roomID: String, token: String, position: Position, detail: RoomDetail) {
        let request = WatchRoomRequest(
            roomID: roomID, token: token, epoch: position.epoch, afterSeq: position.seq, heartbeat: client.heartbeat,
            detail: detail)
        self.init(
            client: client, method: "RoomService/WatchRoom", request, subject: "room",
            maxEventBytes: Limits.maxRoomEventBytes)
    }
}

extension UsherClient {
    /// What streams ask for, within the contract's range.
    var heartbeat: TimeSpan {
        min(max(options.heartbeat, Limits.heartbeatRange.lowerBound), Limits.heartbeatRange.upperBound)
    }
}
