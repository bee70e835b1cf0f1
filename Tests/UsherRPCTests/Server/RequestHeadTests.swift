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
            ("text/application/grpc", false), ("application/grp", false),
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

    @Test("the field after the hundredth is refused")
    func count() {
        var head = RequestHead()
        let taken = (0..<Limits.maxHeaderFields + 1).map { head.add("n\($0)", "v") }
        #expect(taken.dropLast().allSatisfy { $0 })
        #expect(taken.last == false)
    }

    @Test("fields count with 32 bytes each, up to 8 KiB")
    func bytes() {
        var head = RequestHead()
        let fits = head.add("x", String(repeating: "v", count: Limits.maxHeaderBytes - 33))
        let empty = head.add("", "")
        #expect(fits && !empty)
        var other = RequestHead()
        let over = other.add("xx", String(repeating: "v", count: Limits.maxHeaderBytes - 33))
        #expect(!over)
    }
}
