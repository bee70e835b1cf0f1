/// What a load needs of a `usher.v1.SeatEvent`: which arm it is, and where it takes its reader.
enum SeatEventScan: Equatable {
    /// The whole map at a position.
    case snapshot(seq: UInt64)
    /// The changes of a span of positions.
    case delta(first: UInt64, last: UInt64)
    case other

    init(_ bytes: UnsafeRawBufferPointer) {
        var fields = FieldScan(bytes)
        guard let arm = fields.next() else {
            self = .other
            return
        }
        var parts = FieldScan(arm.bytes)
        var numbers: (UInt64, UInt64, UInt64) = (0, 0, 0)
        while let part = parts.next() {
            switch part.number {
            case 1: numbers.0 = part.value
            case 2: numbers.1 = part.value
            case 3: numbers.2 = part.value
            default: break
            }
            // A delta's seats follow its two numbers.
            if arm.number == 2, part.number == 2 { break }
        }
        switch arm.number {
        case 1: self = .snapshot(seq: numbers.2)
        case 2: self = .delta(first: numbers.0, last: numbers.1)
        default: self = .other
        }
    }
}
