import Testing
import UsherCore
import UsherWire

@Suite("Statuses with details")
struct StatusMessageTests {
    private let details: [StatusDetail] = [
        .errorInfo(reason: "SEAT_TAKEN", domain: "usher", metadata: [.init("a", "1"), .init("show", "S1")]),
        .seatConflict(SeatConflict(seats: ["A-1"])),
        .badRequest([FieldFault("hall.seats[7].code", "bad")]),
        .retryInfo(.seconds(2)),
    ]

    @Test("bytes of another implementation are understood")
    func foreign() throws {
        let golden =
            "080a120574616b656e1a530a28747970652e676f6f676c65617069732e636f6d2f676f6f676c652e7270632e4572726f7249"
            + "6e666f12270a0a534541545f54414b454e120575736865721a0a0a0473686f77120253311a060a01611201311a320a297479"
            + "70652e676f6f676c65617069732e636f6d2f75736865722e76312e53656174436f6e666c69637412050a03412d311a480a29"
            + "747970652e676f6f676c65617069732e636f6d2f676f6f676c652e7270632e42616452657175657374121b0a190a1268616c"
            + "6c2e73656174735b375d2e636f646512036261641a300a28747970652e676f6f676c65617069732e636f6d2f676f6f676c65"
            + "2e7270632e5265747279496e666f12040a020802"
        let status = try StatusMessage(decoding: bytes(hex: golden))
        #expect(status == StatusMessage(code: 10, message: "taken", details: details))
        #expect(status.reason == "SEAT_TAKEN")
        #expect(status.encoded().count == golden.count / 2)
        #expect(try StatusMessage(decoding: status.encoded()) == status)
    }

    @Test("details that are unknown or broken are kept as they are")
    func unknownDetails() throws {
        let other = StatusDetail.other(typeURL: "type.googleapis.com/a.B", value: [1, 2])
        let broken = StatusDetail.other(typeURL: "type.googleapis.com/usher.v1.SeatConflict", value: [0x0a, 0x7f])
        let status = StatusMessage(code: 2, message: "", details: [other, broken])
        #expect(try StatusMessage(decoding: status.encoded()) == status)
        #expect(status.reason == nil)
    }
}
