import Testing
import UsherCore

@testable import UsherLedger

@Suite("Request ids")
struct RequestIDTests {
    @Test("a repeat does nothing again and returns the lock as it is now", arguments: StoreKind.allCases)
    func repeats(kind: StoreKind) async throws {
        let rig = try Rig(kind)
        try await rig.stage()
        let lock = try await rig.lock("1", id: "a")
        #expect(try await rig.lock("1", id: "a") == lock)
        let sale = try await rig.confirm(lock, id: "a")  // another rpc: another scope
        #expect(try await rig.confirm(lock, id: "a") == sale)
        #expect(try await rig.lock("1", id: "a").state == .confirmed)
        #expect(try await rig.view().seq == 2)
    }

    @Test("the same id with other content is refused, also on another show", arguments: StoreKind.allCases)
    func reuse(kind: StoreKind) async throws {
        let rig = try Rig(kind)
        try await rig.stage()
        _ = try await rig.ledger.createShow(Rig.show("T", at: 50, clock: rig.clock), tenant: "t", request: nil).get()
        _ = try await rig.lock("1", id: "a")
        let rigs = rig
        await #expect(throws: Refusal.requestIDReused) { _ = try await rigs.lock("2", id: "a") }
        await #expect(throws: Refusal.requestIDReused) { _ = try await rigs.lock("1", on: "T", id: "a") }
        #expect(try await rig.view("T").seq == 0)
    }

    @Test("a refusal is not kept: the id may succeed later")
    func refusals() async throws {
        let rig = try Rig(.memory)
        try await rig.stage()
        let first = try await rig.lock("1")
        let rigs = rig
        await #expect(throws: Refusal.seatTaken(["1"])) { _ = try await rigs.lock("1", id: "a") }
        _ = try await rig.execute(.releaseLock(first.key)).get()
        #expect(try await rig.lock("1", id: "a").seq == 3)
    }

    @Test("repeats that run at the same time all get the one lock", arguments: StoreKind.allCases)
    func concurrent(kind: StoreKind) async throws {
        let rig = try Rig(kind)
        let show = try await rig.stage()
        let ledger = rig.ledger
        let command = ShowCommand.lockSeats(holder: "h", seats: ["5"], ttl: nil, secret: .random())
        let stamp = RequestStamp(scope: .lockSeats, id: "x", digest: command.digest(show: "S"))
        let numbers = try await withThrowingTaskGroup(of: UInt64.self) { group in
            for _ in 0..<50 {
                group.addTask { try await ledger.execute(command, on: show, request: stamp).get().lock.number }
            }
            return try await group.reduce(into: Set<UInt64>()) { $0.insert($1) }
        }
        #expect(numbers.count == 1)
        #expect(try await rig.view().seq == 1)
    }

    @Test("ids are known across restarts, from the log and from the table")
    func restarts() async throws {
        let rig = try Rig()
        try await rig.stage()
        let stamp = RequestStamp(scope: .createShow, id: "c", digest: ContentDigest(value: 5))
        let show = Rig.show("T", at: 50, clock: rig.clock)
        let made = try await rig.ledger.createShow(show, tenant: "t", request: stamp).get().show
        let lock = try await rig.lock("1", id: "a")
        try await rig.restart()
        #expect(try await rig.lock("1", id: "a") == lock)
        #expect(try await rig.ledger.createShow(show, tenant: "t", request: stamp).get().show == made)
        let rigs = rig
        await #expect(throws: Refusal.requestIDReused) { _ = try await rigs.lock("2", id: "a") }
        let other = RequestStamp(scope: .createShow, id: "c", digest: ContentDigest(value: 6))
        #expect(try await rig.ledger.createShow(show, tenant: "t", request: other).isRefused(.requestIDReused))
    }

    @Test("an accepted request that changed nothing is known too")
    func withoutCommit() async throws {
        let rig = try Rig()
        try await rig.stage()
        let lock = try await rig.lock("1", ttl: .minutes(10))
        let renew = ShowCommand.renewLock(lock.key, ttl: .minutes(5))
        #expect(try await rig.execute(renew, request: (.renewLock, "r")).get().lock.expiresAt == lock.expiresAt)
        try await rig.advance(.minutes(7))
        // It would move the deadline now, but it is a repeat.
        #expect(try await rig.execute(renew, request: (.renewLock, "r")).get().lock.expiresAt == lock.expiresAt)
        try await rig.restart()
        #expect(try await rig.execute(renew, request: (.renewLock, "r")).get().lock.expiresAt == lock.expiresAt)
        #expect(try await rig.execute(renew, request: (.renewLock, "s")).get().lock.expiresAt > lock.expiresAt)
    }

    @Test("an id is forgotten after 24 hours", arguments: StoreKind.allCases)
    func retention(kind: StoreKind) async throws {
        let rig = try Rig(kind)
        try await rig.stage()
        _ = try await rig.ledger.createShow(
            Rig.show("T", at: 50, lasting: 40, clock: rig.clock), tenant: "t", request: nil
        ).get()
        let lock = try await rig.lock("1", on: "T", id: "a")
        try await rig.advance(.seconds(86_399))
        #expect(try await rig.lock("1", on: "T", id: "a").number == lock.number)
        #expect(try await rig.get(lock, on: "T").state == .expired)
        try await rig.advance(.seconds(1))
        #expect(try await rig.lock("1", on: "T", id: "a").number > lock.number)
    }

    @Test("many ids go through the table and are all known")
    func flush() async throws {
        var tuning = Tuning()
        tuning.requestsInMemory = 300
        let rig = try Rig(tuning: tuning)
        let show = try await rig.stage()
        let ledger = rig.ledger
        let total = 2_000
        var locks: [Int: UInt64] = [:]
        // Lock and release the same seats over and over.
        for number in 0..<total / 4 {
            try await withThrowingTaskGroup(of: (Int, UInt64).self) { group in
                for lane in 0..<4 {
                    group.addTask {
                        let id = number * 4 + lane
                        let command = ShowCommand.lockSeats(
                            holder: "anna", seats: ["\(lane)"], ttl: nil, secret: .random())
                        let stamp = RequestStamp(scope: .lockSeats, id: "\(id)", digest: command.digest(show: "S"))
                        let lock = try await ledger.execute(command, on: show, request: stamp).get().lock
                        _ = try await ledger.execute(.releaseLock(lock.key), on: show, request: nil).get()
                        return (id, lock.number)
                    }
                }
                for try await (id, lock) in group { locks[id] = lock }
            }
        }
        let seq = try await rig.view().seq
        for id in stride(from: 0, to: total / 4 * 4, by: 97) {
            #expect(try await rig.lock("\(id % 4)", id: "\(id)").number == locks[id])
        }
        try await rig.restart()
        for id in stride(from: 0, to: total / 4 * 4, by: 149) {
            #expect(try await rig.lock("\(id % 4)", id: "\(id)").number == locks[id])
        }
        #expect(try await rig.view().seq == seq)
    }

    @Test("of ids that are flushed bit by bit none is lost, wherever the ledger is cut off")
    func slices() throws {
        let directory = TemporaryDirectory()
        let store = try SQLiteStore(SQLiteStore.Options(directory: directory.path))
        let time = Timestamp(nanoseconds: 1_800_000_000_000_000_000)
        let show = Show(showID: "S", hallID: "H", hallRevision: 1, startsAt: time, endsAt: time, version: 1, epoch: "e")
        let key = try store.insert(show, digest: show.contentDigest, tenant: "t")
        var index = try RequestIndex(store: store)
        // Rows of three records each, every record with an id.
        for row in 0..<10 as Range<UInt64> {
            let records = (1...3).map { place in
                ShowRecord(
                    index: 3 * row + place, at: time,
                    request: RequestStamp(
                        scope: .lockSeats, id: "\(3 * row + place)", digest: ContentDigest(value: UInt128(row))),
                    event: .released(lock: 1))
            }
            for record in records {
                index.insert(
                    StoredRequest(
                        digest: ContentDigest(value: UInt128(row)), showKey: key, subject: record.subject, at: time),
                    for: RequestKey(tenant: "t", scope: .lockSeats, id: "\(record.index)"), after: store.position)
            }
            try store.append(records, seq: 3 * row, key: key)
        }
        try store.commit()
        var flushed = store.requestsFlushedTo
        for slice in 1... {
            let isWhole = try index.flush(to: store, atMost: 4)
            #expect(store.requestsFlushedTo >= flushed && store.requestsFlushedTo <= store.position)
            flushed = store.requestsFlushedTo
            try store.commit()
            // Who starts here finds all of them, in the table or in the log.
            let fresh = try RequestIndex(store: store)
            for number in 1...30 as ClosedRange<UInt64> {
                let found = try fresh.find(
                    RequestKey(tenant: "t", scope: .lockSeats, id: "\(number)"), now: time, store: store)
                #expect(found?.digest == ContentDigest(value: UInt128((number - 1) / 3)))
            }
            #expect(isWhole == (slice == 8))
            if isWhole { break }
        }
        #expect(flushed == 30 && index.count == 0)
    }
}
