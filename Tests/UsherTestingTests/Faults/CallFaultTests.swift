import Testing
import Usher
import UsherRPC
import UsherTesting

@Suite struct CallFaultTests {
    @Test("an answer lost after LockSeats committed: the retry with the same request id gets the same lock")
    func lostAnswer() async throws {
        let gateway = try await Evening.begin()
        let client = gateway.client()
        gateway.faults.dropNext(.answer, of: "LockSeats")
        let lock = try await gateway.advancing {
            try await client.lockSeats(["A-1", "A-2"], of: "tonight", holder: "anna")
        }
        #expect(lock.seats == ["A-1", "A-2"])
        // Both attempts reached the gateway, and there was one commit.
        #expect(gateway.log.count(.reached, of: "LockSeats") == 2)
        #expect(try await gateway.backstage.show("tonight").seq == 1)
        #expect(gateway.log.faults == [.drop: 1])
        #expect(gateway.clock.elapsed > .zero)
    }

    @Test("a request lost before the gateway saw it is sent again")
    func lostRequest() async throws {
        let gateway = try await Evening.begin()
        let client = gateway.client()
        gateway.faults.dropNext(.request, of: "LockSeats", count: 2)
        _ = try await gateway.advancing { try await client.lockSeats(["A-1"], of: "tonight", holder: "anna") }
        #expect(gateway.log.count(.called, of: "LockSeats") == 3)
        #expect(gateway.log.count(.reached, of: "LockSeats") == 1)
    }

    @Test("an answer that never comes ends with the caller's deadline")
    func swallowed() async throws {
        let gateway = try await Evening.begin()
        let client = gateway.client()
        gateway.faults.swallowNext(.answer, of: "GetShow")
        let error = await #expect(throws: UsherError.self) {
            try await gateway.advancing { try await client.show("tonight") }
        }
        #expect(error?.code == .deadlineExceeded)
        #expect(gateway.clock.elapsed == .seconds(15))
        #expect(gateway.log.count(.reached, of: "GetShow") == 1)
    }

    @Test("a delayed request is decided when it arrives")
    func delayed() async throws {
        let gateway = try await Evening.begin()
        let (slow, quick) = (gateway.client("slow"), gateway.client("quick"))
        gateway.faults.delayNext(.request, of: CallFilter(client: "slow"), by: .seconds(4))
        async let late = slow.lockSeats(["A-1"], of: "tonight", holder: "anna")
        try await gateway.advance { gateway.log.count(.fault(.delay, .request)) == 1 }
        _ = try await quick.lockSeats(["A-1"], of: "tonight", holder: "ben")
        try await gateway.advance(by: .seconds(4))
        do {
            _ = try await late
            Issue.record("two locks for one seat")
        } catch let error as UsherError {
            #expect(error.reason == "SEAT_TAKEN")
            #expect(error.seats == ["A-1"])
        }
    }

    @Test("a request that comes twice does nothing twice")
    func duplicate() async throws {
        let gateway = try await Evening.begin()
        let client = gateway.client()
        gateway.faults.duplicateNext(.request, of: "LockSeats")
        let lock = try await client.lockSeats(["A-1"], of: "tonight", holder: "anna")
        try await gateway.settle()
        #expect(lock.state == .held)
        #expect(try await gateway.backstage.show("tonight").seq == 1)
        #expect(gateway.log.faults == [.duplicate: 1])
    }

    @Test("requests that change places are decided in their new order")
    func reordered() async throws {
        let gateway = try await Evening.begin()
        let (first, second) = (gateway.client("first"), gateway.client("second"))
        gateway.faults.reorderNext(.request, of: "LockSeats")
        async let loser = first.lockSeats(["A-1"], of: "tonight", holder: "anna")
        try await gateway.advance { gateway.log.count(.fault(.reorder, .request)) == 1 }
        _ = try await second.lockSeats(["A-1"], of: "tonight", holder: "ben")
        do {
            _ = try await loser
            Issue.record("the first request was not held back")
        } catch let error as UsherError {
            #expect(error.reason == "SEAT_TAKEN")
        }
    }

    @Test("a reordered message that nothing follows comes a second later")
    func reorderedAlone() async throws {
        let gateway = try await Evening.begin()
        let client = gateway.client()
        gateway.faults.reorderNext(.answer, of: "GetShow")
        _ = try await gateway.advancing { try await client.show("tonight") }
        #expect(gateway.clock.elapsed == .seconds(1))
    }

    @Test("a status of the test's choice is what the caller gets, with its wait obeyed")
    func failed() async throws {
        let gateway = try await Evening.begin()
        let client = gateway.client()
        gateway.faults.failNext(
            .request, of: "GetShow",
            with: RPCError(
                .resourceExhausted, "later", metadata: RetryPushback.wait(milliseconds: 2_500).metadata))
        _ = try await gateway.advancing { try await client.show("tonight") }
        #expect(gateway.clock.elapsed == .milliseconds(2_500))
        gateway.faults.failNext(.answer, of: "GetShow", with: RPCError(.permissionDenied, "not you"))
        let error = await #expect(throws: UsherError.self) { try await client.show("tonight") }
        #expect(error?.code == .permissionDenied)
        #expect(error?.message == "not you")
    }

    @Test("latency is paid both ways, and for the connection")
    func latency() async throws {
        let gateway = try await Evening.begin()
        let client = gateway.client()
        gateway.faults.latency = .milliseconds(150)
        _ = try await gateway.advancing { try await client.show("tonight") }
        #expect(gateway.clock.elapsed == .milliseconds(600))
        _ = try await gateway.advancing { try await client.show("tonight") }
        #expect(gateway.clock.elapsed == .milliseconds(900))
    }

    @Test("refused connections fail at once, ignored ones when the client's patience ends")
    func connections() async throws {
        let gateway = try await Evening.begin()
        var options = UsherClientOptions()
        options.maxAttempts = 1
        options.callTimeout = .minutes(1)
        gateway.faults.connects = .refused
        let first = gateway.client(options: options)
        let refused = await #expect(throws: UsherError.self) { try await first.show("tonight") }
        #expect(refused?.code == .unavailable)
        #expect(refused?.message.contains("Connection refused") == true)
        gateway.faults.connects = .ignored
        let second = gateway.client(options: options)
        let ignored = await #expect(throws: UsherError.self) {
            try await gateway.advancing { try await second.show("tonight") }
        }
        #expect(ignored?.code == .unavailable)
        #expect(gateway.clock.elapsed == .seconds(20))
        gateway.faults.clear()
        try await gateway.advance(by: .minutes(1))
        _ = try await second.show("tonight")
    }

    @Test("a cancelled call ends at once")
    func cancelled() async throws {
        let gateway = try await Evening.begin()
        let client = gateway.client()
        gateway.faults.swallowNext(.request)
        let call = Task(executorPreference: gateway.executor) {
            _ = try await client.show("tonight")
        }
        try await gateway.settle()
        call.cancel()
        let error = await #expect(throws: UsherError.self) { try await call.value }
        #expect(error?.code == .cancelled)
        #expect(gateway.clock.elapsed == .zero)
    }
}
