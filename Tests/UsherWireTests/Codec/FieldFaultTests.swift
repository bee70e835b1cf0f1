import Testing
import UsherCore

@testable import UsherWire

@Suite("Faulty fields")
struct FieldFaultTests {
    /// A text field of the given number.
    private func text(_ field: UInt32, _ bytes: [UInt8]) -> [UInt8] {
        var writer = WireWriter()
        writer.tag(field, .lengthPrefixed)
        writer.lengthPrefixed(bytes)
        return writer.bytes
    }

    private func faults<Value: WireMessage>(_ type: Value.Type, _ bytes: [UInt8]) throws -> [FieldFault] {
        var faults: [FieldFault] = []
        _ = try Value(decoding: bytes, faults: &faults)
        return faults
    }

    @Test("all of a hall's bad texts are told by their path")
    func pathsInAHall() throws {
        var seats: [UInt8] = []
        for index in 0..<8 {
            let code: [UInt8] = index == 7 ? [0x41, 0x00, 0x42] : index == 3 ? [0xff] : Array("A-\(index)".utf8)
            seats += text(8, text(2, code))
        }
        let hall = text(1, Array("H\n".utf8)) + seats + text(9, text(2, [0xc3]))
        #expect(
            try faults(PutHallRequest.self, text(1, hall)) == [
                FieldFault("hall.hall_id", "contains the control character U+000A"),
                FieldFault("hall.seats[3].code", "is not valid UTF-8"),
                FieldFault("hall.seats[7].code", "contains a NUL character"),
                FieldFault("hall.zones[0].name", "is not valid UTF-8"),
            ])
    }

    @Test(
        "what is not UTF-8 or has control characters is a fault",
        arguments: [
            ("00", false), ("1f", false), ("7f", false), ("c280", false), ("c29f", false), ("c2a0", true), ("20", true),
            ("c3a4", true), ("e282ac", true), ("f09f8eac", true), ("80", false), ("c080", false), ("eda080", false),
            ("f4908080", false), ("e282", false), ("c3", false), ("41c328", false), ("", true),
        ])
    func texts(digits: String, isFine: Bool) throws {
        let found = try faults(GetLockRequest.self, text(1, bytes(hex: digits)))
        #expect(found.isEmpty == isFine, "\(found)")
        #expect(found.allSatisfy { $0.field == "token" })
    }

    @Test("repeated texts are told with their index")
    func repeatedTexts() throws {
        let message = text(3, Array("A-1".utf8)) + text(3, [0xff]) + text(3, [0])
        #expect(
            try faults(LockSeatsRequest.self, message) == [
                FieldFault("seats[1]", "is not valid UTF-8"), FieldFault("seats[2]", "contains a NUL character"),
            ])
    }

    @Test("durations and timestamps out of range are faults")
    func times() throws {
        func ttl(_ seconds: Int64, _ nanos: Int32) throws -> [FieldFault] {
            var writer = WireWriter()
            writer.tag(1, .varint)
            writer.varint(UInt64(bitPattern: seconds))
            writer.tag(2, .varint)
            writer.varint(UInt64(bitPattern: Int64(nanos)))
            return try faults(LockSeatsRequest.self, text(4, writer.bytes))
        }
        #expect(try ttl(5, 999_999_999).isEmpty)
        #expect(try ttl(-5, -999_999_999).isEmpty)
        #expect(try ttl(5, -1) == [FieldFault("ttl", "seconds and nanos must have the same sign")])
        #expect(try ttl(0, 1_000_000_000).map(\.field) == ["ttl"])
        #expect(try ttl(.max, 0) == [FieldFault("ttl", "must be less than 292 years")])
        #expect(try ttl(.min, -1).map(\.field) == ["ttl"])

        func starts(_ seconds: Int64, _ nanos: Int32) throws -> [String] {
            var writer = WireWriter()
            writer.tag(1, .varint)
            writer.varint(UInt64(bitPattern: seconds))
            writer.tag(2, .varint)
            writer.varint(UInt64(bitPattern: Int64(nanos)))
            return try faults(CreateShowRequest.self, text(1, text(5, writer.bytes))).map(\.field)
        }
        #expect(try starts(1_800_000_000, 0).isEmpty)
        #expect(try starts(1_800_000_000, -1) == ["show.starts_at"])
        #expect(try starts(253_402_300_800, 0) == ["show.starts_at"])
        #expect(try starts(.min, 0) == ["show.starts_at"])
    }

    @Test("numbers that are none are faults")
    func notANumber() throws {
        // A focal point of NaN and infinity.
        let point = bytes(hex: "0d0000c07f150000807f")
        #expect(
            try faults(Hall.self, text(11, point)) == [
                FieldFault("focal_point.row", "must be a finite number"),
                FieldFault("focal_point.column", "must be a finite number"),
            ])
    }

    @Test("faults beyond the limit are counted")
    func manyFaults() throws {
        let message = [UInt8]((0..<Limits.faults + 5).map { _ in text(3, [0]) }.joined())
        let found = try faults(LockSeatsRequest.self, message)
        #expect(found.count == Limits.faults + 1)
        #expect(found.last == FieldFault("", "5 more faults", count: 5))
    }

    @Test("a message that is refused for its fields says which")
    func thrown() {
        let expected = WireError(
            .fields, "token: contains a NUL character", faults: [FieldFault("token", "contains a NUL character")])
        #expect(throws: expected) { try GetLockRequest(decoding: text(1, [0])) }
    }
}
