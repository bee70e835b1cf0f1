import Testing

@testable import UsherRPC

@Suite struct CodingTests {
    @Test(
        "a message survives its coding",
        arguments: ["", "plain", "100 %", "%41", "seat \u{1F4BA} taken", "tab\tnewline\r\n", "\u{7F}~ !\"#$", "Größe"])
    func roundTrip(text: String) {
        let coded = PercentCoding.encode(text)
        #expect(coded.utf8.allSatisfy { (0x20...0x7E).contains($0) })
        #expect(PercentCoding.decode(coded) == text)
    }

    @Test("the coding is upper-case hexadecimal of UTF-8")
    func golden() {
        #expect(PercentCoding.encode("a%é\n") == "a%25%C3%A9%0A")
        #expect(PercentCoding.encode(" a b ") == "%20a b%20", "HTTP/2 forbids a field value to begin or end in a space")
    }

    @Test(
        "a broken escape stands for itself",
        arguments: [("%", "%"), ("%4", "%4"), ("%zz", "%zz"), ("a%4gb", "a%4gb"), ("%e2%82%ac", "€"), ("%%41", "%A")])
    func broken(text: String, decoded: String) {
        #expect(PercentCoding.decode(text) == decoded)
    }

    static let vectors: [([UInt8], String)] = [
        ([], ""), ([0x66], "Zg"), ([0x66, 0x6F], "Zm8"), ([0x66, 0x6F, 0x6F], "Zm9v"),
        ([0x66, 0x6F, 0x6F, 0x62], "Zm9vYg"),
        ([0xFF, 0xFE, 0xFD], "//79"), ([0], "AA"),
    ]

    @Test("base64 is sent without padding and taken with or without", arguments: vectors)
    func base64(bytes: [UInt8], text: String) {
        #expect(Base64.encode(bytes) == text)
        #expect(Base64.decode(text) == bytes)
        let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        #expect(Base64.decode(text + padding) == bytes)
    }

    @Test("what is not base64 is refused", arguments: ["A", "AAAAA", "A=", "AA=", "A===", "AA-_", "AA A", "=", "é"])
    func notBase64(text: String) {
        #expect(Base64.decode(text) == nil)
    }

    @Test("every length survives base64")
    func lengths() {
        for count in 0..<70 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37) }
            #expect(Base64.decode(Base64.encode(bytes)) == bytes)
        }
    }

    @Test("binary values that a proxy joined with commas come apart, in order")
    func joined() {
        var metadata = Metadata()
        metadata.addBinary("x-bin", [1])
        metadata.add("x-bin", "AgM=,BA, BQ")
        metadata.add("x-bin", "!!")
        #expect(metadata.binaryValues("x-bin") == [[1], [2, 3], [4], [5]])
    }
}
