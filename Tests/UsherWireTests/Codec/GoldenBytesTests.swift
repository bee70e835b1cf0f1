import Testing
import UsherCore
import UsherWire

@Suite("Golden bytes, made by another implementation of protobuf")
struct GoldenBytesTests {
    private func check<Value: WireMessage>(_ value: Value, _ golden: String) throws {
        #expect(hex(value.encoded()) == golden)
        #expect(try Value(decoding: bytes(hex: golden)) == value)
    }

    @Test("a delta")
    func delta() throws {
        try check(Fixtures.delta, "1217082910ac021a0210021a04080710011a0608bf9a0c1003")
    }

    @Test("a snapshot")
    func snapshot() throws {
        let golden = "0a270a0253311203652d3118ac02220248332802320501020304013a0c0880a4a7da061080cab5ee01"
        try check(Fixtures.snapshot, golden)
    }

    @Test("a heartbeat")
    func heartbeat() throws {
        try check(Fixtures.heartbeat, "1a0d08ac0212060880a4a7da061803")
    }

    @Test("a drain")
    func drain() throws {
        try check(Fixtures.drain, "22140a0808011080cab5ee01120873687574646f776e")
    }

    @Test("a lock")
    func lock() throws {
        let golden =
            "0a0453312e35120b53312e352e7365637265741a0253312205616c6963652a03412d312a04c3842d3230013a080a03455552"
            + "10c41342100a03412d3112017a1a0345555220dc0b420e0a04c3842d321a0345555220e8074a060884aba7da0652080880a4"
            + "a7da0610015829"
        try check(Fixtures.lock, golden)
    }

    @Test("a hall, with a seat whose x is zero and not absent")
    func hall() throws {
        let golden =
            "0a02483312065361616c203318022003280230043a081201411d0000003f420d1203412d312a013132017a3801421a080112"
            + "03412d32200138044203412d334d00000000550000c03f421008021203412d33200238044203412d324a150a017a12075061"
            + "726b6574741a0723666630303030520d0a016112044c656674200230025a0a0d0000c03f1500000040"
        try check(Fixtures.hall, golden)
        try check(HallReply(Fixtures.hall), golden)
    }

    @Test("a show with counts, with closed sales written out")
    func show() throws {
        let golden =
            "0a025331120248331802220446696c6d2a060890c0a7da06320608b0f8a7da063a0d4575726f70652f4265726c696e420b0a"
            + "017a1a0345555220dc0b4a15080a1a03088407220308901c2a0308840738024001500060046a03652d3170097a1108031001"
            + "1801200132070a017a10011801"
        try check(Fixtures.show, golden)
    }
}
