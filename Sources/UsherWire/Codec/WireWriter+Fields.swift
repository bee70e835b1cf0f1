import UsherCore

/// Whole fields with numbers up to 15, whose tags take one byte, and their sizes beforehand: a message's length stands
/// before its fields. proto3 leaves zeros out; what may be zero and present says so.
extension WireWriter {
    static func numberSize(_ value: UInt64) -> Int {
        value == 0 ? 0 : 1 + varintSize(value)
    }

    /// Of a message, or of a text that is present even if it is empty.
    static func lengthPrefixedSize(_ count: Int) -> Int {
        1 + varintSize(UInt64(count)) + count
    }

    static func textSize(_ text: String) -> Int {
        text.isEmpty ? 0 : lengthPrefixedSize(text.utf8.count)
    }

    mutating func number(_ field: UInt32, _ value: UInt64) {
        guard value != 0 else { return }
        tag(field, .varint)
        varint(value)
    }

    /// What stands before the fields of a message.
    mutating func messageHead(_ field: UInt32, size: Int) {
        tag(field, .lengthPrefixed)
        varint(UInt64(size))
    }

    mutating func text(_ field: UInt32, _ text: String) {
        if !text.isEmpty { presentText(field, text) }
    }

    mutating func presentText(_ field: UInt32, _ text: String) {
        messageHead(field, size: text.utf8.count)
        raw(text.utf8)
    }

    mutating func time(_ field: UInt32, _ time: TimeFields) {
        messageHead(field, size: time.size)
        number(1, time.seconds)
        number(2, time.nanos)
    }

    /// A Timestamp's or a Duration's two fields.
    struct TimeFields {
        let seconds: UInt64
        let nanos: UInt64

        /// A timestamp's nanos count forward also before 1970.
        init(_ time: Timestamp) {
            let (quotient, remainder) = time.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
            seconds = UInt64(bitPattern: remainder < 0 ? quotient - 1 : quotient)
            nanos = UInt64(remainder < 0 ? remainder + 1_000_000_000 : remainder)
        }

        /// A duration's nanos have the sign of its seconds.
        init(_ span: TimeSpan) {
            let (quotient, remainder) = span.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
            seconds = UInt64(bitPattern: quotient)
            nanos = UInt64(bitPattern: remainder)
        }

        var size: Int { WireWriter.numberSize(seconds) + WireWriter.numberSize(nanos) }
    }
}
