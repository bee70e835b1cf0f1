import Testing

@testable import UsherRPC

@Suite struct DispatchTests {
    struct Echo: Service {
        let name = "test.Echo"
        let methods = [Method("Say", .unary { (_, message) throws(RPCError) in message })]
    }

    /// A verdict in words.
    static func judge(_ changes: [String: String?]) -> String {
        switch Dispatch([Echo()]).judge(RequestHead.request(changes)) {
        case .call(let method, let timeout): "call \(method.name) \(timeout.map(String.init) ?? "-")"
        case .refuse(let error): "refuse \(error.code) \(error.metadata["grpc-accept-encoding"] ?? "-")"
        case .http(let answer): "http \(answer.status)"
        }
    }

    static let table: [([String: String?], String)] = [
        ([:], "call Say -"),
        (["te": nil], "call Say -"),
        (["grpc-timeout": "5m"], "call Say 5000000"),
        (["grpc-timeout": "0n"], "call Say 0"),
        (["grpc-timeout": "123456789m"], "refuse internal -"),
        (["grpc-timeout": "soon"], "refuse internal -"),
        (["grpc-encoding": "identity"], "call Say -"),
        (["grpc-encoding": "gzip"], "call Say -"),
        (["grpc-encoding": "deflate"], "refuse unimplemented identity, gzip"),
        (["grpc-encoding": "GZIP"], "refuse unimplemented identity, gzip"),
        (["grpc-encoding": ""], "refuse unimplemented identity, gzip"),
        ([":path": "/test.Echo/say"], "refuse unimplemented -"),
        ([":path": "/test.Other/Say"], "refuse unimplemented -"),
        ([":path": "/test.Echo/Say/"], "refuse unimplemented -"),
        ([":path": "test.Echo/Say"], "refuse unimplemented -"),
        ([":path": "/"], "refuse unimplemented -"),
        (["content-type": "application/json"], "http 415"),
        (["content-type": nil], "http 415"),
        (["x": String(repeating: "v", count: 9_000)], "refuse resourceExhausted -"),
        (["x": String(repeating: "v", count: 9_000), "content-type": "text/html"], "http 431"),
        ([":method": "GET"], "http 405"),
        ([":method": "GET", ":path": "/"], "http 404"),
        ([":method": "GET", "content-type": nil, ":path": "/metrics"], "http 404"),
    ]

    @Test("each request gets its verdict", arguments: table)
    func verdicts(changes: [String: String?], verdict: String) {
        #expect(Self.judge(changes) == verdict)
    }
}
