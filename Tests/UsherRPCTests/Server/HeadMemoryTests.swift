import Testing

@testable import UsherRPC

@Suite struct HeadMemoryTests {
    private struct Shows: Service {
        let name = "test.Shows"
        let methods = ["Get", "Set", "List", "Got"].map { name in
            Method(name, .unary { (_, message) throws(RPCError) in message })
        }
    }

    private static let pseudo = [(":method", "POST"), (":scheme", "http"), (":path", "/test.Shows/Get")]
    private static let common = [
        ("content-type", "application/grpc"), ("te", "trailers"), ("user-agent", "grpc-c++/1.51 grpc-c/29 (linux)"),
        ("grpc-accept-encoding", "identity, deflate, gzip"), ("authorization", "Bearer abcdefghijklmnopqrstuvw"),
        ("x-trace-bin", "AAECAwQFBgcICQoLDA0ODw"),
    ]

    private static func head(_ fields: [(String, String)], _ memory: HeadMemory?) -> RequestHead {
        var head = RequestHead()
        add(fields, to: &head, memory)
        head.finish()
        return head
    }

    private static func add(_ fields: [(String, String)], to head: inout RequestHead, _ memory: HeadMemory?) {
        for (name, value) in fields {
            _ = Array(name.utf8).withUnsafeBufferPointer { name in
                Array(value.utf8).withUnsafeBufferPointer { value in
                    if let memory {
                        head.add(name: name, value: value, knowing: memory)
                    } else {
                        head.add(name: name, value: value)
                    }
                }
            }
        }
    }

    private static func words(_ head: RequestHead) -> [String] {
        [
            head.method, head.path, head.contentType, head.timeout ?? "-", head.encoding ?? "-",
            head.acceptEncoding ?? "-",
        ]
            + head.metadata.entries.flatMap { [$0.name, $0.value] } + ["\(head.isOversized)"]
    }

    /// Requests that are alike in all ways in which they can be.
    private static let requests: [[(String, String)]] = {
        let whole = pseudo + common
        var requests = [whole, whole]
        for place in whole.indices {
            var fewer = whole
            let taken = fewer.remove(at: place)
            requests += [fewer, fewer + [taken], whole + [taken]]
            var other = whole
            other[place].1 += "x"
            requests.append(other)
            other[place].1 = String(whole[place].1.dropLast())
            requests.append(other)
            other[place] = ("x-new", "new")
            requests += [other, whole]
        }
        requests.append(whole + (0..<200).map { ("x-\($0)", "bomb") })
        requests += [
            whole, Array(whole.prefix(1)), [], whole, whole + [("", "no name")], [("x", "")], whole.reversed(),
        ]
        return requests
    }()

    @Test("a head is the same with a memory as without one, whatever the requests before said")
    func same() {
        let memory = Dispatch([Shows()]).makeMemory()
        for _ in 0..<UsherRPC.Limits.missesPerLesson + 1 {
            for request in Self.requests {
                let head = Self.head(request, memory)
                #expect(Self.words(head) == Self.words(Self.head(request, nil)))
                memory.learn(from: head)
            }
        }
    }

    @Test("what was learned is a request's own: the next lesson changes nothing of it")
    func own() {
        let memory = Dispatch([Shows()]).makeMemory()
        let first = Self.head(Self.pseudo + Self.common, memory)
        #expect(first.isNew)
        memory.learn(from: first)
        let second = Self.head(Self.pseudo + Self.common, memory)
        #expect(!second.isNew)
        for number in 0..<40 {
            memory.learn(from: Self.head(Self.pseudo + [("x-number", "\(number)")], memory))
        }
        #expect(Self.words(second) == Self.words(first))
    }

    @Test("a head that comes in pieces is its own, whatever other clients' heads teach in between")
    func pieces() {
        let memory = Dispatch([Shows()]).makeMemory()
        let whole = Self.pseudo + Self.common
        memory.learn(from: Self.head(whole, memory))
        for cut in whole.indices {
            var head = RequestHead()
            Self.add(Array(whole[..<cut]), to: &head, memory)
            for number in 0..<20 {
                memory.learn(
                    from: Self.head(Self.pseudo + [("authorization", "Bearer \(number)"), ("x-other", "x")], memory))
            }
            Self.add(Array(whole[cut...]), to: &head, memory)
            head.finish()
            #expect(Self.words(head) == Self.words(Self.head(whole, nil)))
            for _ in 0..<20 { memory.learn(from: Self.head(whole, memory)) }
        }
    }

    @Test("each method is found by its path's bytes, and nothing else is", arguments: ["Get", "Set", "List", "Got"])
    func paths(_ name: String) {
        let known = KnownPaths(["/test.Shows/Get", "/test.Shows/Set", "/test.Shows/List", "/test.Shows/Got"])
        let path = "/test.Shows/\(name)"
        func find(_ text: String) -> String? { Array(text.utf8).withUnsafeBufferPointer { known[$0] } }
        #expect(find(path) == path)
        for other in ["", "/", path + "x", String(path.dropLast()), "x" + path.dropFirst(), path.uppercased()] {
            #expect(find(other) == nil)
        }
    }

    @Test("messages are taken in the order in which they came, and counted till then")
    func inbox() {
        var inbox = MessageInbox()
        var expected: [UInt8] = []
        var next: UInt8 = 0
        for step in 0..<200 {
            if step % 7 < 4 {
                inbox.append(CodedMessage([next]))
                expected.append(next)
                next += 1
            } else {
                #expect(inbox.take()?.bytes.first == (expected.isEmpty ? nil : expected.removeFirst()))
            }
            #expect(inbox.count == expected.count && inbox.bytes == expected.count)
            #expect(inbox.isEmpty == expected.isEmpty)
        }
    }
}
