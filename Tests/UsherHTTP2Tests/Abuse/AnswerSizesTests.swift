import Testing
import UsherRPC

@testable import UsherHTTP2

@Suite struct AnswerSizesTests {
    /// A method of a server that has several.
    private static func method(_ name: String, _ compression: ReplyCompression = .never) throws -> Method {
        struct One: Service {
            let name = "test.One"
            let methods: [Method]
        }
        let methods = ["A", "B"].map { name in
            Method(name, replyCompression: compression, .unary { (_, message) throws(RPCError) in message })
        }
        var head = RequestHead()
        for (name, value) in [
            (":method", "POST"), (":path", "/test.One/\(name)"), ("content-type", "application/grpc"),
        ] {
            _ = Array(name.utf8).withUnsafeBufferPointer { name in
                Array(value.utf8).withUnsafeBufferPointer { head.add(name: name, value: $0) }
            }
        }
        guard case .call(let served, _) = Dispatch([One(methods: methods)]).judge(head) else {
            throw TestPeer.Failure(description: "not served")
        }
        return served
    }

    @Test("a method that nobody has called is guessed, higher if it compresses its replies")
    func unknown() throws {
        let sizes = AnswerSizes()
        #expect(sizes.expected(try Self.method("A")) == UsherHTTP2.Limits.unknownAnswer)
        #expect(sizes.expected(try Self.method("B", .large)) == UsherHTTP2.Limits.unknownLargeAnswer)
    }

    @Test("a larger answer is believed at once, smaller ones little by little, each method for itself")
    func notes() throws {
        var sizes = AnswerSizes()
        let (one, other) = (try Self.method("A"), try Self.method("B"))
        sizes.note(one, 100)
        #expect(sizes.expected(one) == 100)
        sizes.note(one, 160_000)
        #expect(sizes.expected(one) == 160_000)
        sizes.note(one, 100)
        #expect(sizes.expected(one) == 150_000)
        for _ in 0..<200 { sizes.note(one, 100) }
        #expect(sizes.expected(one) == 100)
        #expect(sizes.expected(other) == UsherHTTP2.Limits.unknownAnswer)
    }
}
