import Testing
import UsherRPC

@Suite struct CustomMetadataTests {
    @Test("what cannot travel as custom metadata is left out, the rest keeps its order")
    func travelling() {
        var metadata = Metadata()
        for (name, value) in [
            ("b", "2"), ("a", "1"), ("A", "x"), ("", "x"), (":path", "x"), ("grpc-status", "0"), ("te", "trailers"),
            ("content-type", "x"), ("a b", "x"), ("c", "x\ny"), ("d", "\u{e9}"), ("e", ""), ("x_y-z.bin", "~"),
        ] { metadata.add(name, value) }
        #expect(metadata.travelling.entries.map(\.name) == ["b", "a", "e", "x_y-z.bin"])
    }
}
