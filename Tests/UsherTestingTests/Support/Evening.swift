import Usher
import UsherTesting

/// A gateway with one show, `tonight`, in a hall of two rows of six: seats `A-1` … `A-6`, `B-1` … `B-6`.
enum Evening {
    static func begin(_ options: TestGateway.Options = TestGateway.Options()) async throws -> TestGateway {
        let gateway = try await TestGateway(options)
        try await gateway.put(hall)
        var policy = Policy()
        policy.orphanRule = .off
        try await gateway.createShow("tonight", hall: "H1", policy: policy)
        return gateway
    }

    static let hall = Hall(
        hallID: "H1", name: "Hall 1", rowCount: 2, columnCount: 6,
        seats: (0..<12).map { index in
            Seat(code: "\(index < 6 ? "A" : "B")-\(index % 6 + 1)", row: index / 6, column: index % 6, zoneID: "stalls")
        }, zones: [Zone(zoneID: "stalls")])
}
