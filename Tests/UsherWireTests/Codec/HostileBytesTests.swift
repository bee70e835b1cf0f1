import Testing
import UsherCore

@testable import UsherWire

@Suite("Hostile bytes")
struct HostileBytesTests {
    /// Decodes as everything; returns whether any decoder took it.
    private func decodeAsEverything(_ bytes: [UInt8]) -> Int {
        var taken = 0
        func attempt<Value: WireMessage>(_ type: Value.Type) {
            var faults: [FieldFault] = []
            do {
                let value = try Value(decoding: bytes, faults: &faults)
                _ = value.encoded()
                taken += 1
            } catch {
                // A refusal is as good as a value here: what counts is that nothing crashes.
                #expect(error.code != .fields)
            }
        }
        attempt(PutHallRequest.self)
        attempt(HallReply.self)
        attempt(CreateShowRequest.self)
        attempt(UpdateShowRequest.self)
        attempt(ShowView.self)
        attempt(SeatEvent.self)
        attempt(LockMessage.self)
        attempt(SaleMessage.self)
        attempt(LockSeatsRequest.self)
        attempt(SuggestSeatsResponse.self)
        attempt(StatusMessage.self)
        attempt(ReflectionRequest.self)
        attempt(ReflectionResponse.self)
        attempt(RoomEvent.self)
        attempt(MembershipMessage.self)
        attempt(SyncFocusRequest.self)
        attempt(SyncFocusResponse.self)
        attempt(GetFocusStatsResponse.self)
        return taken
    }

    private static let originals: [[UInt8]] = [
        PutHallRequest(hall: Fixtures.hall).encoded(), HallReply(Fixtures.hall).encoded(),
        CreateShowRequest(show: ShowInput(Fixtures.show.show), requestID: "r").encoded(), Fixtures.show.encoded(),
        Fixtures.snapshot.encoded(), Fixtures.delta.encoded(), Fixtures.lock.encoded(), Fixtures.sale.encoded(),
        StatusMessage(
            code: 10, message: "m",
            details: [
                .errorInfo(reason: "SEAT_TAKEN", domain: "usher", metadata: [.init("a", "b")]),
                .seatConflict(
                    SeatConflict(seats: ["A-1"], suggestion: SeatSuggestion(seats: ["A-2"], pieces: 1, terms: []))),
            ]
        ).encoded(), RoomFixtures.snapshot.encoded(), RoomFixtures.updated.encoded(), RoomFixtures.counts.encoded(),
        RoomFixtures.membership.encoded(),
        SyncFocusRequest(
            memberID: "alice",
            events: [FocusEventMessage(sessionID: "f-1", ordinal: 1, type: .start, at: Fixtures.noon, roomID: "r")]
        ).encoded(),
    ]

    @Test("10,000 seeded mutations are refused or decoded, and never crash", arguments: 0..<10)
    func mutations(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var taken = 0
        for _ in 0..<1_000 {
            var bytes = Self.originals.randomElement(using: &random)!
            for _ in 0..<Int.random(in: 1...6, using: &random) where !bytes.isEmpty {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<5, using: &random) {
                case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                case 1: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 2: bytes.removeLast(bytes.count - place)
                case 3: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
                default: bytes += bytes[place...].prefix(40)
                }
            }
            taken += decodeAsEverything(bytes)
        }
        #expect(taken > 0, "no mutation was decoded at all: the test looks at nothing")
    }

    @Test("every truncation of a hall is refused or decoded")
    func truncations() {
        let whole = PutHallRequest(hall: Fixtures.hall).encoded()
        for count in 0..<whole.count { _ = decodeAsEverything(Array(whole[..<count])) }
        #expect(throws: WireError.self) { try PutHallRequest(decoding: Array(whole.dropLast())) }
    }

    @Test("a message that outgrows its arena at any point is refused as too large")
    func smallArenas() throws {
        let whole = PutHallRequest(hall: Fixtures.hall).encoded()
        var fits = 0
        for cap in stride(from: 0, through: 4_096, by: 16) {
            var faults: [FieldFault] = []
            do {
                let request: PutHallRequest = try Codec.decode(whole, &faults, arenaCap: cap)
                #expect(request.hall == Fixtures.hall)
                fits += 1
            } catch {
                #expect(error.code == .tooLarge)
                #expect(fits == 0, "fits into less but not into \(cap)")
            }
        }
        #expect(fits > 0)
    }

    @Test("a few bytes a seat cannot take gigabytes")
    func amplification() {
        // 16 million empty seats in 32 MiB: 5 GB as structs.
        let seats = [UInt8](unsafeUninitializedCapacity: 1 << 25) { buffer, count in
            for place in stride(from: 0, to: 1 << 25, by: 2) {
                buffer[place] = 0x42
                buffer[place + 1] = 0
            }
            count = 1 << 25
        }
        #expect(throws: WireError(.tooLarge, "a message of 33554432 bytes takes more than 268435456 in memory")) {
            try Hall(decoding: seats)
        }
    }

    @Test("a hall that is sent in a thousand pieces of itself is not merged for ever")
    func merging() {
        // One singular field many times: each is merged with all before it.
        let piece = PutHallRequest(hall: Fixtures.hall).encoded()
        let bytes = [UInt8]((0..<3_000).map { _ in piece }.joined())
        #expect(throws: WireError.self) { try PutHallRequest(decoding: bytes) }
    }

    @Test("unknown fields are ignored")
    func unknownFields() throws {
        // Field 500 as number, text and fixed ones behind a good message.
        let more = bytes(hex: "a01f05a21f03616263a11f0102030405060708a51f01020304")
        #expect(
            try PutHallRequest(decoding: PutHallRequest(hall: Fixtures.hall).encoded() + more).hall == Fixtures.hall)
        #expect(try SeatEvent(decoding: Fixtures.delta.encoded() + more) == Fixtures.delta)
        #expect(try SeatEvent(decoding: more) == .unknown)
    }

    @Test("unknown enum values are kept or taken as the safe one")
    func unknownEnums() throws {
        // A change to state 9; a lock in state 77; a state beyond a byte.
        #expect(
            try SeatEvent(decoding: bytes(hex: "12061a0408071009"))
                == .delta(SeatDelta(firstSeq: 0, lastSeq: 0, changes: [SeatChange(seat: 7, state: 9)])))
        #expect(try LockMessage(decoding: bytes(hex: "304d")).state == nil)
        #expect(
            try SeatEvent(decoding: bytes(hex: "12071a05080710ac02"))
                == .delta(SeatDelta(firstSeq: 0, lastSeq: 0, changes: [SeatChange(seat: 7, state: 255)])))
    }
}
