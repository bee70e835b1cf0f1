import Testing

@testable import UsherCommand

@Suite struct LoadWireTests {
    private func scan(_ bytes: [UInt8]) -> SeatEventScan { bytes.withUnsafeBytes { SeatEventScan($0) } }

    /// A field that holds bytes.
    private func field(_ number: UInt8, _ bytes: [UInt8]) -> [UInt8] {
        [number << 3 | 2, UInt8(bytes.count)] + bytes
    }

    @Test("of an event a load reads its arm and its positions")
    func events() {
        // show_id, epoch, seq 300, hall_id, hall_revision, states
        let snapshot =
            field(1, [0x73]) + field(2, [0x65]) + [0x18, 0xac, 0x02] + field(4, [0x68]) + [0x28, 2]
            + field(6, [1, 1, 4])
        #expect(scan(field(1, snapshot)) == .snapshot(seq: 300))
        // first_seq 7, last_seq 1,000,000, two seats
        let delta: [UInt8] = [0x08, 7, 0x10, 0xc0, 0x84, 0x3d] + field(3, [0x08, 3, 0x10, 2]) + field(3, [0x08, 9])
        #expect(scan(field(2, delta)) == .delta(first: 7, last: 1_000_000))
        #expect(scan(field(3, [0x08, 9])) == .other)
        #expect(scan([]) == .other)
    }

    @Test(
        "bytes that are no message end the scan",
        arguments: [[0x08], [0x12, 5, 1], [0x0b], [0x09, 1, 2], [0xff]] as [[UInt8]])
    func nonsense(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { bytes in
            var fields = FieldScan(bytes)
            #expect(fields.next() == nil)
        }
    }

    @Test("fields of all kinds are found or passed over")
    func fields() {
        let bytes: [UInt8] = [
            0x08, 0x96, 0x01, 0x11, 1, 2, 3, 4, 5, 6, 7, 8, 0x1a, 2, 0x68, 0x69, 0x25, 1, 2, 3, 4, 0x28, 1,
        ]
        bytes.withUnsafeBytes { bytes in
            var fields = FieldScan(bytes)
            var found: [UInt64] = []
            var text = ""
            while let field = fields.next() {
                found.append(field.number)
                if field.number == 1 { #expect(field.value == 150) }
                if field.number == 3 { text = String(decoding: field.bytes, as: UTF8.self) }
            }
            #expect(found == [1, 2, 3, 4, 5] && text == "hi")
        }
    }

    @Test("the second request of a method names nothing again")
    func headers() {
        var headers = RequestHeaders(authority: "127.0.0.1:1")
        var first: [UInt8] = []
        headers.write(.blockSeats, to: &first)
        let length = UInt8(LoadMethod.blockSeats.path.utf8.count)
        let begin: [UInt8] = [0x83, 0x86, 0x44, length]
        #expect(first.count > 60)
        #expect(Array(first.prefix(4)) == begin)
        var second: [UInt8] = []
        headers.write(.unblockSeats, to: &second)
        // The newest field has index 62: the new path; before it te, content-type and authority.
        let fields: [UInt8] = [0xc1, 0xc0, 0xbf]
        #expect(Array(second.suffix(3)) == fields)
        var third: [UInt8] = []
        headers.write(.blockSeats, to: &third)
        let all: [UInt8] = [0x83, 0x86, 0xc2, 0xc1, 0xc0, 0xbf]
        #expect(third == all)
    }

    @Test("a server without room for a header table is told so, once, and everything by name")
    func smallTable() {
        var headers = RequestHeaders(authority: "a")
        headers.limitTable(to: 0)
        var first: [UInt8] = []
        headers.write(.checkHealth, to: &first)
        let begin: [UInt8] = [0x20, 0x83, 0x86, 0x04]
        #expect(Array(first.prefix(4)) == begin)
        var second: [UInt8] = []
        headers.write(.checkHealth, to: &second)
        #expect(second == Array(first.dropFirst()))
    }
}
