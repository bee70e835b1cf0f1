import Synchronization
import Testing
import UsherCore
import UsherRPC
import UsherWire

@testable import Usher

/// A map stage whose lock service is played too: it notes what is sent, and answers with one lock.
final class SelectionTestStage: Sendable {
    struct Sent: Sendable, Equatable {
        var method: String
        var requestID: String
        var seats: [String] = []
    }

    let stage = MapStage()
    private let log = Mutex<[Sent]>([])
    private let lock = Mutex(
        LockMessage(
            lockID: "s.1", token: "s.1.x", showID: "s", holder: "ann", seats: [], state: .held,
            expiresAt: Timestamp(nanoseconds: 900_000_000_000), serverTime: Timestamp(nanoseconds: 0), seq: 5))

    var transport: HandTransport { stage.transport }
    var clock: ManualClock { stage.clock }
    var sent: [Sent] { log.withLock { $0 } }

    init() {
        transport.answer("LockService/LockSeats") { message in
            let request = try LockSeatsRequest(decoding: message)
            self.note("LockSeats", request.requestID, request.seats)
            return self.answer { lock in
                lock.seats = request.seats
                lock.state = .held
            }
        }
        transport.answer("LockService/LockBestSeats") { message in
            let request = try LockBestSeatsRequest(decoding: message)
            let seats = (0..<request.query.count).map { "S-\($0)" }
            self.note("LockBestSeats", request.requestID, seats)
            return self.answer { lock in
                lock.seats = seats
                lock.state = .held
            }
        }
        transport.answer("LockService/ChangeLock") { message in
            let request = try ChangeLockRequest(decoding: message)
            self.note("ChangeLock", request.requestID, request.add)
            return self.answer { lock in
                lock.seats = lock.seats.filter { !request.remove.contains($0) } + request.add
            }
        }
        transport.answer("LockService/RenewLock") { message in
            self.note("RenewLock", try RenewLockRequest(decoding: message).requestID)
            return self.answer { $0.expiresAt = $0.expiresAt + .minutes(10) }
        }
        transport.answer("LockService/BeginPayment") { _ in
            self.note("BeginPayment")
            return self.answer { $0.state = .paying }
        }
        transport.answer("LockService/EndPayment") { _ in
            self.note("EndPayment")
            return self.answer { $0.state = .held }
        }
        transport.answer("LockService/GetLock") { message in
            self.note("GetLock")
            return self.answer { _ in }
        }
        transport.answer("LockService/ReleaseLock") { _ in
            self.note("ReleaseLock")
            return ReleaseLockResponse().encoded()
        }
        transport.answer("LockService/ConfirmLock") { message in
            let request = try ConfirmLockRequest(decoding: message)
            self.note("ConfirmLock", request.requestID)
            let seats = self.lock.withLock { $0.seats }
            return SaleMessage(
                saleID: "s.9", lockID: "s.1", showID: "s", holder: "ann", orderRef: request.orderRef, seats: seats,
                seq: 6
            ).encoded()
        }
    }

    func note(_ method: String, _ requestID: String = "", _ seats: [String] = []) {
        log.withLock { $0.append(Sent(method: method, requestID: requestID, seats: seats)) }
    }

    func answer(_ body: (inout LockMessage) -> Void) -> [UInt8] {
        lock.withLock { lock in
            lock.serverTime = Timestamp(nanoseconds: clock.now)
            body(&lock)
            return lock.encoded()
        }
    }

    func refuse(_ method: String, _ code: StatusCode, _ reason: String, seats: [String] = [], repair: [String] = []) {
        let suggestion = repair.isEmpty ? nil : SeatSuggestion(seats: repair, together: true, pieces: 1, score: 1)
        let details = StatusMessage(
            code: Int32(code.rawValue), message: reason,
            details: [
                .errorInfo(reason: reason, domain: "usher", metadata: []),
                .seatConflict(SeatConflict(seats: seats, suggestion: suggestion)),
            ]
        ).encoded()
        transport.answer("LockService/\(method)") { _ in
            self.note(method)
            throw RPCError(code, reason, details: details)
        }
    }

    /// A selection on a ready map of the seats `S-0`, `S-1` (available) and `S-2` (locked).
    func selection() async throws -> (SeatSelection, HandStream) {
        let (map, stream) = try await stage.readyMap()
        return (map.selection(holder: "ann"), stream)
    }
}
