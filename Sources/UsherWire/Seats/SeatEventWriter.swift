import UsherCore

/// The two events that are sent most, written by hand: a delta costs a tenth of what it costs through protobuf-c. Golden
/// tests hold both to the same bytes. The field numbers are those of `proto/usher/v1/seat.proto` and `stream.proto`.
enum SeatEventWriter {
    static func delta(_ delta: SeatDelta) -> [UInt8] {
        var size = WireWriter.numberSize(delta.firstSeq) + WireWriter.numberSize(delta.lastSeq)
        for change in delta.changes { size += WireWriter.lengthPrefixedSize(changeSize(change)) }
        var writer = WireWriter(capacity: size + 8)
        writer.messageHead(2, size: size)
        writer.number(1, delta.firstSeq)
        writer.number(2, delta.lastSeq)
        for change in delta.changes {
            writer.messageHead(3, size: changeSize(change))
            writer.number(1, UInt64(UInt32(clamping: change.seat)))
            writer.number(2, UInt64(change.state))
        }
        return writer.bytes
    }

    static func heartbeat(seq: UInt64, serverTime: Timestamp, showVersion: UInt64) -> [UInt8] {
        let time = WireWriter.TimeFields(serverTime)
        let size =
            WireWriter.numberSize(seq) + WireWriter.lengthPrefixedSize(time.size) + WireWriter.numberSize(showVersion)
        var writer = WireWriter(capacity: size + 2)
        writer.messageHead(3, size: size)
        writer.number(1, seq)
        writer.time(2, time)
        writer.number(3, showVersion)
        return writer.bytes
    }

    private static func changeSize(_ change: SeatChange) -> Int {
        WireWriter.numberSize(UInt64(UInt32(clamping: change.seat))) + WireWriter.numberSize(UInt64(change.state))
    }
}
