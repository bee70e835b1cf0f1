import Testing
import UsherCore

@testable import UsherLedger

@Suite("The store's formats")
struct CodecTests {
    static let codec = Codec()
    static let time = Timestamp(nanoseconds: 1_800_000_000_123_456_789)
    static let seats = [
        HeldSeat(seat: 0, amount: SeatAmount(currencyCode: "EUR", amountMinor: 1250)), HeldSeat(seat: 300, amount: nil),
        HeldSeat(seat: 199_999, amount: SeatAmount(currencyCode: "", amountMinor: -5)),
    ]
    static let show = Show(
        showID: "S", hallID: "H", hallRevision: 3, title: "Ü", startsAt: time, endsAt: time + .hours(2),
        timeZone: "Europe/Berlin",
        prices: [ZonePrice(zoneID: "z", ticketType: "child", currencyCode: "EUR", amountMinor: 0)],
        policy: Policy(
            maxSeatsPerLock: 4, maxSeatsPerHolder: 8, lockTTL: .seconds(5), maxLockTime: .minutes(2),
            paymentWindow: .minutes(1), sameRowOnly: true, orphanRule: .strict, keepPairsTogether: false),
        salesOpen: false, cancelled: true, version: 9, epoch: "0123456789abcdef")

    static let events: [ShowEvent] = [
        .created(show), .updated(Show(showID: "S", hallID: "H", startsAt: time, endsAt: time)),
        .locked(secret: TokenSecret(high: .max, low: 1), holder: "anna", seats: seats, expiresAt: time),
        .lockChanged(lock: 7, seats: [HeldSeat(seat: 1, amount: nil)]), .lockRenewed(lock: 7, expiresAt: time),
        .paymentBegan(lock: 7, expiresAt: time), .paymentEnded(lock: 7),
        .confirmed(lock: 7, holder: "anna", orderRef: "", seats: seats, late: true), .released(lock: 7),
        .expired(lock: 7), .refunded(sale: 8, holder: "anna", seats: seats),
        .blocked(seats: Array(0..<200), reason: "house"), .unblocked(seats: [], reason: ""),
    ]

    @Test("every event comes back as it was", arguments: events)
    func records(event: ShowEvent) throws {
        for request in [nil, RequestStamp(scope: .renewLock, id: "r", digest: ContentDigest(value: .max - 3))] {
            let record = ShowRecord(index: 77, at: Self.time, request: request, event: event)
            #expect(try Self.codec.decodeRecords(Self.codec.encode([record])) == [record])
        }
    }

    @Test("records of one commit come back as they were, each with its own time and request")
    func rows() throws {
        let stamp = RequestStamp(scope: .lockSeats, id: "r", digest: ContentDigest(value: 5))
        let records = Self.events.enumerated().map { position, event in
            ShowRecord(
                index: 300 + UInt64(position), at: Self.time + .seconds(Int64(position / 3)),
                request: position % 2 == 0 ? stamp : nil, event: event)
        }
        #expect(try Self.codec.decodeRecords(Self.codec.encode(records)) == records)
    }

    @Test("locks, sales and snapshots come back as they were")
    func values() throws {
        let lock = Lock(
            number: 7, secret: TokenSecret(high: 1, low: .max), holder: "h", seats: Self.seats, state: .expired,
            startedAt: Self.time, expiresAt: Self.time + .hours(1), closedAt: Self.time, seq: 5, saleNumber: 6)
        var other = lock
        other.number = 8
        for locks in [[lock], [lock, other]] {
            #expect(try Self.codec.decodeLocks(Self.codec.encode(locks)) == locks)
        }
        let sale = Sale(
            number: 9, lockNumber: 7, holder: "h", orderRef: "o", seats: Self.seats, soldAt: Self.time, seq: 8,
            late: true,
            refunds: [Refund(seats: Self.seats, refundedAt: Self.time), Refund(seats: [], refundedAt: Self.time)])
        #expect(try Self.codec.decodeSale(Self.codec.encode(sale)) == sale)
        let snapshot = ShowSnapshot(
            show: Self.show, logIndex: 70, seq: 60, lastCommitAt: Self.time, states: [1, 2, 3, 4],
            owners: [0, 7, 9, 0], openLocks: [lock, lock], holderCounts: ["anna": 2, "b": 1])
        #expect(try Self.codec.decodeSnapshot(Self.codec.encode(snapshot)) == snapshot)
    }

    @Test("a restored backup's generation is in every epoch that is read, and in none that is written")
    func generations() throws {
        let later = Codec(generation: 2)
        let read = try later.decodeShow(Self.codec.encode(Self.show))
        #expect(read.epoch == "0123456789abcdef-2")
        #expect(try Self.codec.decodeShow(later.encode(read)) == Self.show)
    }

    @Test("fields of a newer version are passed over")
    func unknownFields() throws {
        let blob = FieldWriter.sealed { writer in
            writer.field(900, UInt64(5))
            writer.field(901, "text")
            writer.field(902, Float(1))
            writer.field(903, fixed: 1)
            Self.codec.write(Self.show, to: &writer)
            writer.nested(904) { $0.field(1, UInt64(1)) }
        }
        #expect(try Self.codec.decodeShow(blob) == Self.show)
    }

    @Test("a changed, cut or longer blob is noticed, whichever byte it is")
    func damage() throws {
        let record = ShowRecord(index: 77, at: Self.time, event: Self.events[2])
        let blob = Self.codec.encode([record, ShowRecord(index: 78, at: Self.time, event: Self.events[8])])
        for position in blob.indices {
            var changed = blob
            changed[position] ^= 1 << UInt8(position % 8)
            #expect(throws: CodecError.self) { try Self.codec.decodeRecords(changed) }
            #expect(throws: CodecError.self) { try Self.codec.decodeRecords(Array(blob[..<position])) }
        }
        #expect(throws: CodecError.self) { try Self.codec.decodeRecords(blob + [0]) }
    }

    @Test("bytes that carry a right checksum but make no sense throw and never trap")
    func nonsense() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<20_000 {
            let blob = FieldWriter.sealed { writer in
                for _ in 0..<Int.random(in: 0..<40, using: &generator) {
                    writer.varint(.random(in: 0...(UInt64.random(in: 0...1_000)), using: &generator))
                }
            }
            _ = try? Self.codec.decodeRecords(blob)
            _ = try? Self.codec.decodeShow(blob)
            _ = try? Self.codec.decodeLocks(blob)
            _ = try? Self.codec.decodeSale(blob)
            _ = try? Self.codec.decodeSnapshot(blob)
            _ = try? Self.codec.decodeHeader(blob, revision: 1)
            _ = try? Self.codec.decodeSeats(blob)
        }
    }

    @Test("the checksum is CRC-32C")
    func checksum() {
        let text = Array("123456789".utf8)
        #expect(text.withUnsafeBytes { Checksum.of($0) } == 0xe306_9283)
    }
}
