import UsherCore

/// The two events that are sent most, written by hand: a delta costs a tenth of what it costs through protobuf-c. Golden
/// tests hold both to the same bytes. The field numbers are those of `proto/usher/v1/seat.proto` and `stream.proto`.
enum SeatEventWriter {
    static func delta(_ delta: SeatDelta) -> [UInt8] {
        var size = numberSize(delta.firstSeq) + numberSize(delta.lastSeq)
        for change in delta.changes {
            let inner = changeSize(change)
            size += 1 + WireWriter.varintSize(UInt64(inner)) + inner
        }
        var writer = WireWriter(capacity: size + 8)
        writer.tag(2, .lengthPrefixed)
        writer.varint(UInt64(size))
        number(1, delta.firstSeq, &writer)
        number(2, delta.lastSeq, &writer)
        for change in delta.changes {
            writer.tag(3, .lengthPrefixed)
            writer.varint(UInt64(changeSize(change)))
            number(1, UInt64(UInt32(clamping: change.seat)), &writer)
            number(2, UInt64(change.state), &writer)
        }
        return writer.bytes
    }

    static func heartbeat(seq: UInt64, serverTime: Timestamp, showVersion: UInt64) -> [UInt8] {
        let (quotient, remainder) = serverTime.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        let seconds = UInt64(bitPattern: remainder < 0 ? quotient - 1 : quotient)
        let nanos = UInt64(remainder < 0 ? remainder + 1_000_000_000 : remainder)
        let timeSize = numberSize(seconds) + numberSize(nanos)
        let size = numberSize(seq) + 2 + timeSize + numberSize(showVersion)
        var writer = WireWriter(capacity: size + 2)
        writer.tag(3, .lengthPrefixed)
        writer.varint(UInt64(size))
        number(1, seq, &writer)
        writer.tag(2, .lengthPrefixed)
        writer.varint(UInt64(timeSize))
        number(1, seconds, &writer)
        number(2, nanos, &writer)
        number(3, showVersion, &writer)
        return writer.bytes
    }

    private static func changeSize(_ change: SeatChange) -> Int {
        numberSize(UInt64(UInt32(clamping: change.seat))) + numberSize(UInt64(change.state))
    }

    /// Tag (one byte for fields up to 15) and number; proto3 leaves zeros out.
    private static func numberSize(_ value: UInt64) -> Int {
        value == 0 ? 0 : 1 + WireWriter.varintSize(value)
    }

    private static func number(_ field: UInt32, _ value: UInt64, _ writer: inout WireWriter) {
        guard value != 0 else { return }
        writer.tag(field, .varint)
        writer.varint(value)
    }
}
