import Testing

@testable import UsherRPC

@Suite("Statuses that others than gRPC give")
struct StatusMappingTests {
    @Test("HTTP statuses are mapped by gRPC's table, all others are UNKNOWN")
    func http() {
        let table: [Int: StatusCode] = [
            400: .internal, 401: .unauthenticated, 403: .permissionDenied, 404: .unimplemented, 429: .unavailable,
            431: .internal, 502: .unavailable, 503: .unavailable, 504: .unavailable,
        ]
        for status in 0...999 { #expect(HTTPStatusMapping.code(status) == table[status] ?? .unknown) }
    }

    @Test("HTTP/2 error codes are mapped by gRPC's table, and none is OK")
    func resets() {
        let table: [UInt32: StatusCode] = [
            7: .unavailable, 8: .cancelled, 11: .resourceExhausted, 12: .permissionDenied, 13: .unknown,
        ]
        for code in 0...13 as ClosedRange<UInt32> { #expect(StreamReset.code(code) == table[code] ?? .internal) }
        #expect(StreamReset.code(.max) == .unknown)
        #expect(StreamReset.name(7) == "REFUSED_STREAM")
        #expect(StreamReset.name(99) == "error 99")
    }
}
