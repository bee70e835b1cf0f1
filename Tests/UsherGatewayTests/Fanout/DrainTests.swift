import Testing
import UsherCore
import UsherRPC
import UsherWire

@testable import UsherGateway

struct DrainTests {
    @Test("a watcher is told to go, hears nothing more, and its stream ends with UNAVAILABLE")
    func order() async throws {
        let stage = Stage()
        let channel = try await stage.watch()
        let stalled = try await stage.watch()
        stalled.stopReading()
        channel.forget()
        stage.gateway.drain(reconnectAfter: .seconds(2))
        stage.loop.run()
        stage.commit(11)
        stage.loop.run()
        #expect(try channel.events == [.drain(reconnectAfter: .seconds(2), reason: "shutdown")])
        #expect(channel.isOpen)
        stage.loop.advance(seconds: 1)
        #expect(!channel.isOpen)
        #expect(channel.error?.code == .unavailable)
        #expect(!stalled.isOpen)
        #expect(stalled.held == 1)
    }

    @Test("new watchers are refused while draining")
    func refused() async throws {
        let stage = Stage()
        stage.gateway.drain(reconnectAfter: .seconds(2))
        let channel = ManualChannel(stage.loop)
        await #expect(throws: SeatFeed.goingAway) {
            try await stage.feed("usher.v1.SeatService/WatchSeats", WatchSeatsRequest(showID: "s1"), channel)
        }
    }

    @Test("health turns NOT_SERVING, and those who watch it hear so")
    func health() async throws {
        let stage = Stage()
        let channel = ManualChannel(stage.loop)
        try await stage.feed("grpc.health.v1.Health/Watch", HealthCheckRequest(service: ""), channel)
        stage.gateway.drain(reconnectAfter: .zero)
        stage.gateway.drain(reconnectAfter: .zero)
        stage.loop.run()
        let statuses = try channel.messages.map { try HealthCheckResponse(decoding: $0.message).status }
        #expect(statuses == [.serving, .notServing])
        let reply: HealthCheckResponse = try await stage.unary(
            "grpc.health.v1.Health/Check", HealthCheckRequest(service: "usher.v1.LockService"))
        #expect(reply.status == .notServing)
    }
}
