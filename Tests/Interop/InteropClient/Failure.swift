import UsherRPC

/// What a case found that it should not have.
struct Failure: Error {
    let text: String

    init(_ text: String) {
        self.text = text
    }
}

/// Fails the case unless what was found is what was wanted.
func expect<Value: Equatable>(_ found: Value, _ wanted: Value, _ what: String) throws {
    guard found == wanted else { throw Failure("\(what): \(found), not \(wanted)") }
}

/// Fails the case unless `call` ends with this status, and with this message if one is given.
func expectStatus(_ code: StatusCode, _ message: String? = nil, _ call: () async throws -> Void) async throws {
    do {
        try await call()
    } catch let error as RPCError {
        try expect(error.code, code, "status ('\(error.message)')")
        if let message { try expect(error.message, message, "message") }
        return
    }
    throw Failure("the call went well instead of failing with \(code.name)")
}
