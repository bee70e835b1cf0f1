import UsherCore
import UsherRPC
import UsherWire

/// One WatchSeats call, decoded.
final class EventStream: Sendable {
    private let stream: any ClientStream

    init(client: UsherClient, showID: String, position: Position, showVersion: UInt64) {
        let request = WatchSeatsRequest(
            showID: showID, epoch: position.epoch, afterSeq: position.seq, heartbeat: client.heartbeat,
            showVersion: showVersion)
        stream = client.transport.serverStream(
            "/usher.v1.SeatService/WatchSeats", request.encoded(), metadata: Metadata(),
            options: CallOptions(hurries: true, maxReplyBytes: Limits.maxEventBytes))
    }

    /// An event and the size of its message; nil when the gateway ended the stream with OK.
    func next() async throws(UsherError) -> (event: SeatEvent, bytes: Int)? {
        let bytes: [UInt8]
        do throws(RPCError) {
            guard let message = try await stream.next() else { return nil }
            bytes = message
        } catch {
            throw UsherError(error)
        }
        do throws(WireError) {
            return (try SeatEvent(decoding: bytes), bytes.count)
        } catch {
            cancel()
            throw UsherError(.internal, message: "an event of the seat map cannot be read: \(error.message)")
        }
    }

    func cancel() {
        stream.cancel()
    }
}

extension UsherClient {
    /// What streams ask for, within the contract's range.
    var heartbeat: TimeSpan {
        min(max(options.heartbeat, Limits.heartbeatRange.lowerBound), Limits.heartbeatRange.upperBound)
    }
}
