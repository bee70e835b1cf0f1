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

    @Test("a watcher whose connection goes is told to come back at once; the others hear nothing of it")
    func connectionGoes() async throws {
        let stage = Stage()
        let leaving = try await stage.watch()
        let staying = try await stage.watch()
        leaving.forget()
        staying.forget()
        leaving.goAway(.maxAge)
        stage.commit(11)
        stage.loop.run()
        #expect(try leaving.events == [.drain(reconnectAfter: .zero, reason: "max_age")])
        #expect(leaving.isOpen)
        stage.loop.advance(seconds: 1)
        #expect(!leaving.isOpen)
        #expect(leaving.error?.code == .unavailable)
        #expect(staying.isOpen)
        #expect(try staying.events.count == 1)
    }

    @Test("a watcher that was told to go hears nothing more when its connection goes too")
    func toldOnce() async throws {
        let stage = Stage()
        let channel = try await stage.watch()
        channel.forget()
        stage.gateway.drain(reconnectAfter: .seconds(2))
        stage.loop.run()
        channel.goAway(.shutdown)
        stage.loop.advance(seconds: 1)
        #expect(try channel.events == [.drain(reconnectAfter: .seconds(2), reason: "shutdown")])
    }

    @Test("who watches the health over a connection that goes is asked to come again; a shutdown ends with NOT_SERVING")
    func healthMoves() async throws {
        let stage = Stage()
        let old = ManualChannel(stage.loop)
        try await stage.feed("grpc.health.v1.Health/Watch", HealthCheckRequest(service: ""), old)
        let other = ManualChannel(stage.loop)
        try await stage.feed("grpc.health.v1.Health/Watch", HealthCheckRequest(service: ""), other)
        old.goAway(.maxAge)
        other.goAway(.shutdown)
        stage.loop.run()
        #expect(!old.isOpen && old.error?.code == .unavailable)
        #expect(other.isOpen)
    }

    @Test("new watchers are refused while draining")
    func refused() async throws {
        let stage = Stage()
        stage.gateway.drain(reconnectAfter: .seconds(2))
        let channel = ManualChannel(stage.loop)
        await #expect(throws: RPCError.goingAway) {
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
