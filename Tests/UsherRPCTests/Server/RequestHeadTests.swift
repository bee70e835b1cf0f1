import Testing

@testable import UsherRPC

extension RequestHead {
    /// Adds a field from text.
    mutating func add(_ name: String, _ value: String) -> Bool {
        Array(name.utf8).withUnsafeBufferPointer { name in
            Array(value.utf8).withUnsafeBufferPointer { value in add(name: name, value: value) }
        }
    }

    /// A head with the fields of a good gRPC request, changed by `changes`; a nil value leaves a field out.
    static func request(_ changes: [String: String?] = [:]) -> RequestHead {
        var fields: [(String, String?)] = [
            (":method", "POST"), (":scheme", "http"), (":path", "/test.Echo/Say"), (":authority", "localhost"),
            ("te", "trailers"), ("content-type", "application/grpc"),
        ]
        for (name, value) in changes {
            if let place = fields.firstIndex(where: { $0.0 == name }) {
                fields[place].1 = value
            } else {
                fields.append((name, value))
            }
        }
        var head = RequestHead()
        for case (let name, let value?) in fields { _ = head.add(name, value) }
        return head
    }
}

@Suite struct RequestHeadTests {
    @Test(
        "the content type is application/grpc, alone or with a suffix or parameters",
        arguments: [
            ("application/grpc", true), ("application/grpc+proto", true), ("application/grpc;charset=utf-8", true),
            ("application/grpc-web", false), ("application/grpcx", false), ("application/json", false), ("", false),
            ("text/application/grpc", false), ("application/grp", false), ("Application/GRPC", true),
        ])
    func contentType(text: String, isGRPC: Bool) {
        #expect(RequestHead.request(["content-type": text]).isGRPC == isGRPC)
    }

    @Test("several lines of grpc-accept-encoding are one list")
    func accepted() {
        var head = RequestHead.request(["grpc-accept-encoding": "identity"])
        #expect(!MessageEncoding.gzip.isListed(in: head.acceptEncoding))
        _ = head.add("grpc-accept-encoding", "gzip")
        #expect(MessageEncoding.gzip.isListed(in: head.acceptEncoding))
        #expect(head.metadata.entries.isEmpty)
    }

    @Test("metadata keeps order and duplicates, and leaves out what is not the caller's")
    func metadata() {
        var head = RequestHead.request(["grpc-timeout": "1S", "grpc-odd": "x"])
        _ = head.add("a", "1")
        _ = head.add("b", "")
        _ = head.add("a", "2")
        #expect(head.metadata.entries.map(\.name) == ["a", "b", "a"])
        #expect(head.metadata.values("a") == ["1", "2"])
        #expect(head.timeout == "1S")
    }

    @Test("the field after the hundredth makes a request oversized, four times as many make it a bomb")
    func count() {
        var head = RequestHead()
        let taken = (0..<Limits.maxHeaderFields).map { head.add("n\($0)", "v") }
        #expect(taken.allSatisfy { $0 } && !head.isOversized)
        let more = (0..<Limits.maxHeaderFields * 3).map { head.add("m\($0)", "v") }
        #expect(more.allSatisfy { $0 } && head.isOversized)
        let last = head.add("x", "")
        #expect(!last)
    }

    @Test("fields count with 32 bytes each, up to 8 KiB; four times as many are a bomb")
    func bytes() {
        var head = RequestHead()
        let fits = head.add("x", String(repeating: "v", count: Limits.maxHeaderBytes - 33))
        #expect(fits && !head.isOversized)
        let empty = head.add("", "")
        #expect(empty && head.isOversized)
        var bomb = RequestHead()
        let largest = bomb.add("x", String(repeating: "v", count: Limits.maxHeaderBytes * 4 - 33))
        let over = bomb.add("", "")
        #expect(largest && !over)
    }

    @Test("of an oversized request nothing is kept but its content type, and not a long one")
    func oversized() {
        var head = RequestHead()
        _ = head.add("a", "b")
        _ = head.add("x", String(repeating: "v", count: Limits.maxHeaderBytes))
        #expect(head.metadata.entries.isEmpty)
        _ = head.add("content-type", "application/grpc+" + String(repeating: "x", count: 1_000))
        #expect(!head.isGRPC)
        _ = head.add("content-type", "application/grpc")
        _ = head.add("c", "d")
        #expect(head.isGRPC && head.metadata.entries.isEmpty)
    }
}
