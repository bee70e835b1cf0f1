import Testing
import UsherCore
import UsherRPC
import UsherWire

@testable import Usher

@Suite("Calls of a client")
struct CallTests {
    private static let away = RPCError(.unavailable, "away")
    private static let lock = LockMessage(
        lockID: "s.1", token: "s.1.abc", showID: "s", holder: "h", seats: ["A-1"], state: .held,
        amounts: [AmountMessage(currencyCode: "EUR", amountMinor: 900)],
        seatAmounts: [SeatMoney(seat: "A-1", zoneID: "z", currencyCode: "EUR", amountMinor: 900)],
        expiresAt: Timestamp(nanoseconds: 60_000_000_000), serverTime: Timestamp(nanoseconds: 1_000_000_000), seq: 7)

    private func client(_ transport: ScriptedTransport) -> UsherClient {
        UsherClient(transport: transport, runtime: transport.clock.runtime)
    }

    @Test("a connection that died in silence is left before a watched map asks again, and one that lives is not pinged")
    func keepalive() throws {
        let options = UsherClientOptions()
        let keepalive = try #require(options.keepalive)
        #expect(keepalive > options.heartbeat)
        let patience = WatchSettings(heartbeat: options.heartbeat).patience
        #expect(keepalive.nanoseconds + TimeSpan.seconds(20).nanoseconds < patience.nanoseconds)
    }

    @Test("a lock's reply is read whole")
    func lockReply() async throws {
        let transport = ScriptedTransport(answers: [.success(Self.lock.encoded())])
        let lock = try await client(transport).lockSeats(["A-1"], of: "s", holder: "h", ttl: .minutes(2))
        #expect(
            lock
                == SeatLock(
                    lockID: "s.1", token: "s.1.abc", showID: "s", holder: "h", seats: ["A-1"], state: .held,
                    amounts: [Money(currencyCode: "EUR", amountMinor: 900)],
                    seatPrices: [
                        SeatPrice(seat: "A-1", zoneID: "z", amount: Money(currencyCode: "EUR", amountMinor: 900))
                    ], expiresAt: Timestamp(nanoseconds: 60_000_000_000),
                    serverTime: Timestamp(nanoseconds: 1_000_000_000), seq: 7))
        let call = try #require(transport.calls.first)
        #expect(call.path == "/usher.v1.LockService/LockSeats")
        #expect(call.options.timeout == Limits.callTimeout.nanoseconds)
        let request = try LockSeatsRequest(decoding: call.message)
        #expect(request.ttl == .minutes(2))
        #expect(request.requestID.utf8.count == 32)
    }

    @Test("a call whose outcome is unknown is repeated with the same request id, after a pause")
    func repeats() async throws {
        let transport = ScriptedTransport(answers: [
            .failure(Self.away), .failure(Self.away), .success(Self.lock.encoded()),
        ])
        _ = try await client(transport).lockSeats(["A-1"], of: "s", holder: "h")
        let ids = try transport.calls.map { try LockSeatsRequest(decoding: $0.message).requestID }
        #expect(ids.count == 3)
        #expect(Set(ids).count == 1)
        #expect(transport.clock.slept.count == 2)
        #expect((80...120).contains(transport.clock.slept[0].nanoseconds / 1_000_000))
        #expect((160...240).contains(transport.clock.slept[1].nanoseconds / 1_000_000))
        #expect(transport.calls.map { $0.metadata["grpc-previous-rpc-attempts"] } == [nil, "1", "2"])
    }

    @Test("two calls have two request ids, and the caller's own is kept")
    func requestIDs() async throws {
        let transport = ScriptedTransport(
            answers: [SaleMessage(saleID: "x"), SaleMessage(saleID: "x"), SaleMessage(saleID: "x")].map {
                .success($0.encoded())
            })
        let client = client(transport)
        _ = try await client.confirmLock("t", orderRef: "o")
        _ = try await client.confirmLock("t", orderRef: "o")
        _ = try await client.confirmLock("t", orderRef: "o", requestID: "mine")
        let ids = try transport.calls.map { try ConfirmLockRequest(decoding: $0.message).requestID }
        #expect(Set(ids).count == 3)
        #expect(ids.last == "mine")
    }

    @Test("attempts are bounded, and the last error is told")
    func bounded() async throws {
        let transport = ScriptedTransport(answers: Array(repeating: .failure(Self.away), count: 20))
        do throws(UsherError) {
            _ = try await client(transport).show("s")
            Issue.record("the call was answered")
        } catch {
            #expect(error.code == .unavailable)
            #expect(error.message == "away")
        }
        #expect(transport.calls.count == 5)
    }

    @Test("a change that expects a version is not repeated: a second time could be refused for the first")
    func notRepeated() async throws {
        let show = Show(
            showID: "s", hallID: "h", startsAt: Timestamp(nanoseconds: 0), endsAt: Timestamp(nanoseconds: 1))
        let transport = ScriptedTransport(answers: Array(repeating: .failure(Self.away), count: 9))
        let client = client(transport)
        await #expect(throws: UsherError.self) {
            try await client.updateShow(show, fields: [.title], expectedVersion: 3)
        }
        #expect(transport.calls.count == 1)
        await #expect(throws: UsherError.self) { try await client.updateShow(show, fields: [.title]) }
        #expect(transport.calls.count > 2)
    }

    @Test("a refusal is told with reason, seats, faults and suggestion, and is not repeated")
    func refusal() async throws {
        let details = StatusMessage(
            code: 10, message: "the whole sentence",
            details: [
                .errorInfo(reason: "SEAT_TAKEN", domain: "usher", metadata: []),
                .seatConflict(
                    SeatConflict(
                        seats: ["A-1", "Ä-2"],
                        suggestion: SeatSuggestion(seats: ["B-1", "B-2"], together: true, pieces: 1, score: 2))),
                .badRequest([FieldFault("seats[0]", "x")]), .retryInfo(.seconds(3)),
                .other(typeURL: "type.googleapis.com/some.Thing", value: [1, 2]),
            ])
        let transport = ScriptedTransport(answers: [
            .failure(RPCError(.aborted, "the whole sen", details: details.encoded()))
        ])
        do throws(UsherError) {
            _ = try await client(transport).lockSeats(["A-1", "Ä-2"], of: "s", holder: "h")
            Issue.record("the call was not refused")
        } catch {
            #expect(error.code == .aborted)
            #expect(error.reason == "SEAT_TAKEN")
            #expect(error.message == "the whole sentence")
            #expect(error.seats == ["A-1", "Ä-2"])
            #expect(error.suggestion?.seats == ["B-1", "B-2"])
            #expect(error.faults == [FieldFault("seats[0]", "x")])
            #expect(error.retryAfter == .seconds(3))
            #expect("\(error)" == "SEAT_TAKEN: the whole sentence")
        }
        #expect(transport.calls.count == 1)
    }

    @Test("details that cannot be read leave the status as it is")
    func oddDetails() async throws {
        let transport = ScriptedTransport(answers: [
            .failure(RPCError(.notFound, "gone", details: [255, 255, 255])), .success([255, 255, 255]),
        ])
        let client = client(transport)
        do throws(UsherError) {
            _ = try await client.sale("x")
            Issue.record("the call was answered")
        } catch {
            #expect(error == UsherError(.notFound, message: "gone"))
        }
        do throws(UsherError) {
            _ = try await client.sale("x")
            Issue.record("an answer of nonsense was taken")
        } catch {
            #expect(error.code == .internal)
        }
    }

    @Test(
        "a server that asks to wait is not asked before",
        arguments: [TimeSpan.seconds(2), .seconds(60), .hours(24 * 365 * 290)])
    func retryInfo(span: TimeSpan) async throws {
        let details = StatusMessage(code: 14, message: "", details: [.retryInfo(span)]).encoded()
        let transport = ScriptedTransport(answers: [
            .failure(RPCError(.unavailable, "busy", details: details)), .success(Self.lock.encoded()),
        ])
        let client = client(transport)
        if span < Limits.callTimeout {
            _ = try await client.lock("t")
            #expect(transport.clock.slept == [span])
        } else {
            // Beyond the deadline there is nothing to wait for.
            await #expect(throws: UsherError.self) { try await client.lock("t") }
            #expect(transport.clock.slept.isEmpty)
        }
    }

    @Test("a server that names a pause is asked exactly then, whatever the pauses before were")
    func pushback() async throws {
        let told = RPCError(
            .resourceExhausted, "full", metadata: RetryPushback.wait(milliseconds: 300).metadata)
        let transport = ScriptedTransport(answers: [
            .failure(Self.away), .failure(told), .failure(Self.away), .success(Self.lock.encoded()),
        ])
        _ = try await client(transport).lock("t")
        #expect(transport.clock.slept[1] == .milliseconds(300))
        #expect((80...120).contains(transport.clock.slept[2].nanoseconds / 1_000_000))
        #expect(transport.calls.map { $0.metadata["grpc-previous-rpc-attempts"] } == [nil, "1", "2", "3"])
    }

    @Test("a server that wants no repeat, that names no pause, or that had begun to answer is not asked again")
    func noRepeat() async throws {
        var begun = Self.away
        begun.isCommitted = true
        let stop = RPCError(.unavailable, "away", metadata: RetryPushback.stop.metadata)
        for error in [begun, stop, RPCError(.resourceExhausted, "too large")] {
            let transport = ScriptedTransport(answers: [.failure(error), .success(Self.lock.encoded())])
            await #expect(throws: UsherError.self) { try await client(transport).lock("t") }
            #expect(transport.calls.count == 1)
        }
    }

    @Test("an error says whether the call may have been done all the same")
    func outcomeUnknown() async throws {
        let turnedAway = RPCError(.unauthenticated, "who?")
        let storeAway = RPCError(
            .unavailable, "store",
            details: StatusMessage(
                code: 14, message: "store", details: [.errorInfo(reason: "STORE_AWAY", domain: "usher", metadata: [])]
            ).encoded())
        let refused = RPCError(
            .aborted, "taken",
            details: StatusMessage(
                code: 10, message: "", details: [.errorInfo(reason: "SEAT_TAKEN", domain: "usher", metadata: [])]
            ).encoded())
        let scripts: [([RPCError], Bool)] = [
            ([turnedAway], false), ([Self.away, turnedAway], true), ([Self.away, refused], false),
            ([RPCError(.deadlineExceeded, "late")], true), (Array(repeating: storeAway, count: 5), false),
            ([Self.away] + Array(repeating: storeAway, count: 4), true),
        ]
        for (errors, isUnknown) in scripts {
            let transport = ScriptedTransport(answers: errors.map { .failure($0) })
            do throws(UsherError) {
                _ = try await client(transport).lock("t")
                Issue.record("the call was answered")
            } catch {
                #expect(error.isOutcomeUnknown == isUnknown, "\(error)")
            }
            #expect(transport.calls.count == errors.count)
        }
    }
}
