import Testing

@testable import UsherRPC

@Suite struct StatusTrailersTests {
    static func metadata(_ fields: [Metadata.Entry]) -> Metadata {
        var metadata = Metadata()
        for field in fields { metadata.add(field.name, field.value) }
        return metadata
    }

    @Test("OK is sent as 0 and read as no error")
    func ok() {
        #expect(StatusTrailers.fields(nil) == [Metadata.Entry(name: "grpc-status", value: "0")])
        #expect(StatusTrailers.parse(Self.metadata(StatusTrailers.fields(nil))) == nil)
    }

    @Test("an error survives its trailers", arguments: StatusCode.allCases.filter { $0 != .ok })
    func survives(code: StatusCode) {
        var extra = Metadata()
        extra.add("retry-hint", "soon")
        let error = RPCError(code, "no seat \u{1F4BA}: 100 %", details: [0, 255, 3], metadata: extra)
        #expect(StatusTrailers.parse(Self.metadata(StatusTrailers.fields(error))) == error)
    }

    @Test("a long text is cut and details that no client would take are left out")
    func bounded() {
        let error = RPCError(
            .aborted, String(repeating: "é", count: 5_000), details: [UInt8](repeating: 1, count: 5_000))
        let fields = StatusTrailers.fields(error)
        #expect(!fields.contains { $0.name == "grpc-status-details-bin" })
        #expect(fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 32 } < 4 << 10)
    }

    @Test(
        "a status that is no number of gRPC is UNKNOWN", arguments: ["17", "-1", "x", "", "00", "99999999999999999999"])
    func odd(status: String) {
        var trailers = Metadata()
        trailers.add("grpc-status", status)
        #expect(StatusTrailers.parse(trailers)?.code == .unknown)
    }

    @Test("trailers without a status are UNKNOWN")
    func missing() {
        #expect(StatusTrailers.parse(Metadata())?.code == .unknown)
    }
}
