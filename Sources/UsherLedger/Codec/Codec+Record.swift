import UsherCore

extension Codec {
    /// A row of the log: records of one show that follow on each other. One alone: 1 index, 2 time, 3 the request, 16 and
    /// up the event, one tag a kind, each a message of its own. Of several: 1 and 2 are the first one's, and each is a
    /// message 4 with 3 and the event, and 2 where its time is not the one's before.
    func encode(_ records: [ShowRecord]) -> [UInt8] {
        FieldWriter.sealed(capacity: 32 + 128 * records.count) { writer in
            guard let first = records.first else { return }
            writer.field(1, first.index)
            writer.field(2, fixed: UInt64(bitPattern: first.at.nanoseconds))
            if records.count == 1 {
                write(first.request, first.event, to: &writer)
                return
            }
            var at = first.at
            for record in records {
                writer.nested(4) {
                    if record.at != at { $0.field(2, fixed: UInt64(bitPattern: record.at.nanoseconds)) }
                    write(record.request, record.event, to: &$0)
                }
                at = record.at
            }
        }
    }

    private func write(_ request: RequestStamp?, _ event: ShowEvent, to writer: inout FieldWriter) {
        if let request {
            writer.nested(3) {
                $0.field(1, UInt64(request.scope.rawValue))
                $0.field(2, request.id)
                $0.field(3, fixed: UInt64(truncatingIfNeeded: request.digest.value))
                $0.field(4, fixed: UInt64(truncatingIfNeeded: request.digest.value >> 64))
            }
        }
        write(event, to: &writer)
    }

    /// At least one.
    func decodeRecords(_ blob: [UInt8]) throws(CodecError) -> [ShowRecord] {
        try FieldReader.open(blob) { (reader) throws(CodecError) in
            var alone = RecordFields()
            var several: [ShowRecord] = []
            while let (tag, value) = try reader.next() {
                guard tag == 4 else {
                    try read(tag, value, &alone)
                    continue
                }
                var fields = RecordFields(
                    index: alone.index &+ UInt64(several.count), at: several.last?.at ?? alone.at)
                var member = try value.reader()
                while let (tag, value) = try member.next() { try read(tag, value, &fields) }
                several.append(try fields.record)
            }
            return several.isEmpty ? [try alone.record] : several
        }
    }

    private struct RecordFields {
        var index: UInt64 = 0
        var at = Timestamp(nanoseconds: 0)
        var request: RequestStamp?
        var event: ShowEvent?

        var record: ShowRecord {
            get throws(CodecError) {
                guard let event else { throw CodecError("a record without an event that this version knows") }
                return ShowRecord(index: index, at: at, request: request, event: event)
            }
        }
    }

    private func read(_ tag: UInt64, _ value: FieldReader.Value, _ fields: inout RecordFields) throws(CodecError) {
        switch tag {
        case 1: fields.index = try value.number()
        case 2: fields.at = Timestamp(nanoseconds: Int64(bitPattern: try value.number()))
        case 3: fields.request = try readRequest(try value.reader())
        default: if tag >= 16 { fields.event = try readEvent(tag, try value.reader()) }
        }
    }

    private func readRequest(_ source: FieldReader) throws(CodecError) -> RequestStamp {
        var reader = source
        var scope: RequestScope?
        var id = ""
        var digest: UInt128 = 0
        while let (tag, value) = try reader.next() {
            switch tag {
            case 1: scope = UInt8(exactly: try value.number()).flatMap(RequestScope.init(rawValue:))
            case 2: id = try value.text()
            case 3: digest |= UInt128(try value.number())
            case 4: digest |= UInt128(try value.number()) << 64
            default: break
            }
        }
        guard let scope else { throw CodecError("an unknown request scope") }
        return RequestStamp(scope: scope, id: id, digest: ContentDigest(value: digest))
    }

    private func write(_ event: ShowEvent, to writer: inout FieldWriter) {
        switch event {
        case .created(let show): writer.nested(16) { writer in writer.nested(1) { write(show, to: &$0) } }
        case .updated(let show): writer.nested(17) { writer in writer.nested(1) { write(show, to: &$0) } }
        case .locked(let secret, let holder, let seats, let expiresAt):
            writer.nested(18) {
                $0.field(2, holder)
                write(seats, 3, to: &$0)
                $0.field(4, fixed: UInt64(bitPattern: expiresAt.nanoseconds))
                $0.field(5, fixed: secret.high)
                $0.field(6, fixed: secret.low)
            }
        case .lockChanged(let lock, let seats):
            writer.nested(19) {
                $0.field(1, lock)
                write(seats, 3, to: &$0)
            }
        case .lockRenewed(let lock, let expiresAt):
            writer.nested(20) {
                $0.field(1, lock)
                $0.field(4, fixed: UInt64(bitPattern: expiresAt.nanoseconds))
            }
        case .paymentBegan(let lock, let expiresAt):
            writer.nested(21) {
                $0.field(1, lock)
                $0.field(4, fixed: UInt64(bitPattern: expiresAt.nanoseconds))
            }
        case .paymentEnded(let lock): writer.nested(22) { $0.field(1, lock) }
        case .confirmed(let lock, let holder, let orderRef, let seats, let late):
            writer.nested(23) {
                $0.field(1, lock)
                $0.field(2, holder)
                write(seats, 3, to: &$0)
                $0.field(7, orderRef)
                $0.field(8, late)
            }
        case .released(let lock): writer.nested(24) { $0.field(1, lock) }
        case .expired(let lock): writer.nested(25) { $0.field(1, lock) }
        case .refunded(let sale, let holder, let seats):
            writer.nested(26) {
                $0.field(1, sale)
                $0.field(2, holder)
                write(seats, 3, to: &$0)
            }
        case .blocked(let seats, let reason):
            writer.nested(27) {
                write(seats, 9, to: &$0)
                $0.field(10, reason)
            }
        case .unblocked(let seats, let reason):
            writer.nested(28) {
                write(seats, 9, to: &$0)
                $0.field(10, reason)
            }
        }
    }

    /// The fields of all events: each kind uses some of them.
    private struct EventFields {
        var show: Show?
        /// Of a lock or a sale.
        var number: UInt64 = 0
        var holder = ""
        var seats: [HeldSeat] = []
        var expiresAt = Timestamp(nanoseconds: 0)
        var secret = TokenSecret(high: 0, low: 0)
        var orderRef = ""
        var late = false
        var indexes: [Int32] = []
        var reason = ""
    }

    private func readFields(_ kind: UInt64, _ source: FieldReader) throws(CodecError) -> EventFields {
        var reader = source
        var fields = EventFields()
        while let (tag, value) = try reader.next() {
            switch tag {
            case 1:
                if kind <= 17 {
                    fields.show = try readShow(try value.reader())
                } else {
                    fields.number = try value.number()
                }
            case 2: fields.holder = try value.text()
            case 3: fields.seats = try readSeats(try value.reader())
            case 4: fields.expiresAt = Timestamp(nanoseconds: Int64(bitPattern: try value.number()))
            case 5: fields.secret.high = try value.number()
            case 6: fields.secret.low = try value.number()
            case 7: fields.orderRef = try value.text()
            case 8: fields.late = try value.bool()
            case 9: fields.indexes = try readIndexes(try value.reader())
            case 10: fields.reason = try value.text()
            default: break
            }
        }
        return fields
    }

    private func readEvent(_ kind: UInt64, _ source: FieldReader) throws(CodecError) -> ShowEvent? {
        let fields = try readFields(kind, source)
        switch kind {
        case 16, 17:
            guard let show = fields.show else { throw CodecError("a show's event without the show") }
            return kind == 16 ? .created(show) : .updated(show)
        case 18:
            return .locked(
                secret: fields.secret, holder: fields.holder, seats: fields.seats, expiresAt: fields.expiresAt)
        case 19: return .lockChanged(lock: fields.number, seats: fields.seats)
        case 20: return .lockRenewed(lock: fields.number, expiresAt: fields.expiresAt)
        case 21: return .paymentBegan(lock: fields.number, expiresAt: fields.expiresAt)
        case 22: return .paymentEnded(lock: fields.number)
        case 23:
            return .confirmed(
                lock: fields.number, holder: fields.holder, orderRef: fields.orderRef, seats: fields.seats,
                late: fields.late)
        case 24: return .released(lock: fields.number)
        case 25: return .expired(lock: fields.number)
        case 26: return .refunded(sale: fields.number, holder: fields.holder, seats: fields.seats)
        case 27: return .blocked(seats: fields.indexes, reason: fields.reason)
        case 28: return .unblocked(seats: fields.indexes, reason: fields.reason)
        default: return nil
        }
    }
}
