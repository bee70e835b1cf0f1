import UsherCore

extension Codec {
    /// One lock's fields, or each of several as a message 12.
    func encode(_ locks: [Lock]) -> [UInt8] {
        FieldWriter.sealed(capacity: 128 * locks.count) { writer in
            if let lock = locks.first, locks.count == 1 {
                write(lock, to: &writer)
            } else {
                for lock in locks { writer.nested(12) { write(lock, to: &$0) } }
            }
        }
    }

    func decodeLocks(_ blob: [UInt8]) throws(CodecError) -> [Lock] {
        try FieldReader.open(blob) { (reader) throws(CodecError) in
            let alone = reader
            var locks: [Lock] = []
            while let (tag, value) = try reader.next() {
                if tag == 12 { locks.append(try readLock(try value.reader())) }
            }
            return locks.isEmpty ? [try readLock(alone)] : locks
        }
    }

    func write(_ lock: Lock, to writer: inout FieldWriter) {
        writer.field(1, lock.number)
        writer.field(2, fixed: lock.secret.high)
        writer.field(3, fixed: lock.secret.low)
        writer.field(4, lock.holder)
        write(lock.seats, 5, to: &writer)
        writer.field(6, UInt64(lock.state.rawValue))
        writer.field(7, fixed: UInt64(bitPattern: lock.startedAt.nanoseconds))
        writer.field(8, fixed: UInt64(bitPattern: lock.expiresAt.nanoseconds))
        if let closedAt = lock.closedAt { writer.field(9, fixed: UInt64(bitPattern: closedAt.nanoseconds)) }
        writer.field(10, lock.seq)
        if let sale = lock.saleNumber { writer.field(11, sale) }
    }

    func readLock(_ source: FieldReader) throws(CodecError) -> Lock {
        var reader = source
        let zero = Timestamp(nanoseconds: 0)
        var lock = Lock(
            number: 0, secret: TokenSecret(high: 0, low: 0), holder: "", seats: [], startedAt: zero, expiresAt: zero,
            seq: 0)
        while let (tag, value) = try reader.next() {
            switch tag {
            case 1: lock.number = try value.number()
            case 2: lock.secret.high = try value.number()
            case 3: lock.secret.low = try value.number()
            case 4: lock.holder = try value.text()
            case 5: lock.seats = try readSeats(try value.reader())
            case 6:
                guard let state = UInt8(exactly: try value.number()).flatMap(LockState.init(rawValue:)) else {
                    throw CodecError("an unknown lock state")
                }
                lock.state = state
            case 7: lock.startedAt = Timestamp(nanoseconds: Int64(bitPattern: try value.number()))
            case 8: lock.expiresAt = Timestamp(nanoseconds: Int64(bitPattern: try value.number()))
            case 9: lock.closedAt = Timestamp(nanoseconds: Int64(bitPattern: try value.number()))
            case 10: lock.seq = try value.number()
            case 11: lock.saleNumber = try value.number()
            default: break
            }
        }
        return lock
    }
}
