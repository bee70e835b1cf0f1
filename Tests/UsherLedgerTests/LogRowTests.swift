import Glibc
import Testing
import UsherCore

@testable import UsherLedger

@Suite("Rows of the log") struct LogRowTests {
    private static let time = Timestamp(nanoseconds: 1_800_000_000_000_000_000)
    private static let show = Show(
        showID: "S", hallID: "H", hallRevision: 1, startsAt: time, endsAt: time + .hours(2), version: 1, epoch: "e")

    private static func record(_ index: UInt64, request: String? = nil) -> ShowRecord {
        ShowRecord(
            index: index, at: time + .seconds(Int64(index)),
            request: request.map { RequestStamp(scope: .lockSeats, id: $0, digest: ContentDigest(value: 1)) },
            event: .released(lock: index))
    }

    @Test("what one commit did to a show is one row, and is read from any of its records on")
    func rows() throws {
        let directory = TemporaryDirectory()
        let store = try SQLiteStore(SQLiteStore.Options(directory: directory.path))
        let key = try store.insert(Self.show, digest: Self.show.contentDigest, tenant: "t")
        let records = (1...7).map { Self.record($0, request: $0 == 4 ? "four" : nil) }
        for range in [0..<1, 1..<5, 5..<7] {
            try store.append(Array(records[range]), seq: UInt64(range.upperBound), key: key)
        }
        try store.commit()
        #expect(store.position == 7)
        for index in 0...7 {
            var read: [ShowRecord] = []
            try store.records(key: key, after: UInt64(index)) { read.append($0) }
            #expect(read == Array(records[index...]))
        }
        var requests: [String] = []
        try store.unflushedRequests { key, _ in requests.append(key.id) }
        #expect(requests == ["four"])
        try store.reopen()
        #expect(store.position == 7 && store.lastCommitAt == records[6].at)
        #expect(try store.seq(key: key) == 7)
    }

    @Test("a second writer's row fails, however many records it has")
    func secondWriter() throws {
        for count in [1, 2, 4] {
            let directory = TemporaryDirectory()
            let store = try SQLiteStore(SQLiteStore.Options(directory: directory.path))
            let key = try store.insert(Self.show, digest: Self.show.contentDigest, tenant: "t")
            try store.append([Self.record(1)], seq: 1, key: key)
            try store.append((2...4).map { Self.record($0) }, seq: 4, key: key)
            try store.commit()
            // It stands where the first one stood before its last commit.
            do {
                try store.append((2..<2 + UInt64(count)).map { Self.record($0) }, seq: 4, key: key)
                Issue.record("two rows begin with record 2")
            } catch {
                #expect(error.kind == .commitFailed)
            }
        }
    }

    @Test("closed locks share rows of neighbours, and of one that was written twice the later counts")
    func closedLocks() throws {
        let directory = TemporaryDirectory()
        let store = try SQLiteStore(SQLiteStore.Options(directory: directory.path))
        let key = try store.insert(Self.show, digest: Self.show.contentDigest, tenant: "t")
        var locks = [1, 2, 3, 4_096, 4_097, 10_000].map { number in
            Lock(
                number: number, secret: TokenSecret(high: 1, low: number), holder: "h",
                seats: [HeldSeat(seat: 0, amount: nil)], state: .expired, startedAt: Self.time,
                expiresAt: Self.time + .seconds(Int64(number)), closedAt: Self.time + .seconds(Int64(number)),
                seq: number)
        }
        try store.write(locks, key: key)
        locks[2].state = .confirmed
        locks[2].saleNumber = 20_000
        locks[2].closedAt = Self.time + .seconds(4_999)
        try store.write([locks[2]], key: key)
        try store.write((20_000..<20_200).map { Lock($0, like: locks[0]) }, key: key)
        try store.commit()
        for lock in locks { #expect(try store.closedLock(lock.number, key: key) == lock) }
        for number in 20_000..<20_200 as Range<UInt64> {
            #expect(try store.closedLock(number, key: key)?.number == number)
        }
        for number in [0, 5, 4_098, 9_999, 20_200, .max / 2] as [UInt64] {
            #expect(try store.closedLock(number, key: key) == nil)
        }
        #expect(try store.closedLock(1, key: key + 1) == nil)
        // What is old goes with its whole row, once all of the row is old.
        #expect(try !store.prune(before: Self.time + .seconds(4), limit: 1_000))
        #expect(try store.closedLock(1, key: key) != nil && store.closedLock(4_096, key: key) != nil)
        while try store.prune(before: Self.time + .seconds(5_000), limit: 1_000) {}
        #expect(try store.closedLock(3, key: key) == nil && store.closedLock(4_097, key: key) == nil)
        #expect(try store.closedLock(10_000, key: key) != nil)
    }

    @Test("a log gets room ahead of what is written, and is read as far as it was written")
    func room() async throws {
        let rig = try Rig()
        try await rig.stage()
        var last: Lock?
        for round in 0..<60 {
            let lock = try await rig.lock("\(round % 20)", id: "\(round)")
            _ = try await rig.execute(.releaseLock(lock.key)).get()
            last = lock
        }
        let before = try await rig.view()
        // As it lies there when the process is killed.
        let killed = TemporaryDirectory()
        try copy("ledger.sqlite", from: rig.path, to: killed.path)
        let pages = try copy("ledger.sqlite-wal", from: rig.path, to: killed.path) / Limits.logPageBytes
        #expect(pages >= 4 * Limits.logPagesWithoutRoom && pages <= Limits.roomPages)
        let store = try SQLiteStore(SQLiteStore.Options(directory: killed.path))
        let ledger = try ShowLedger(store: store, clock: rig.clock, observer: nil)
        let show = ShowRef(tenant: "t", showID: "S")
        #expect(try await ledger.execute(.getShow, on: show, request: nil).get().show == before)
        let command = ShowCommand.lockSeats(holder: "anna", seats: ["19"], ttl: nil, secret: .random())
        let stamp = RequestStamp(scope: .lockSeats, id: "59", digest: command.digest(show: "S"))
        #expect(try await ledger.execute(command, on: show, request: stamp).get().lock.number == last?.number)
        await ledger.close()
    }

    /// Returns the file's size.
    @discardableResult
    private func copy(_ name: String, from: String, to: String) throws -> Int {
        let source = try #require(fopen("\(from)/\(name)", "r"))
        defer { fclose(source) }
        let target = try #require(fopen("\(to)/\(name)", "w"))
        defer { fclose(target) }
        var size = 0
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = fread(&buffer, 1, buffer.count, source)
            guard count > 0 else { return size }
            #expect(fwrite(buffer, 1, count, target) == count)
            size += count
        }
    }

    @Test("a file of version 2, with a row for each record, becomes one of today with everything in it")
    func migration() async throws {
        let rig = try Rig()
        let show = try await rig.stage()
        let first = try await rig.lock("0", id: "r")
        let ledger = rig.ledger
        let locks = try await withThrowingTaskGroup(of: Lock.self) { group in
            for seat in 1..<20 {
                group.addTask {
                    try await ledger.execute(
                        .lockSeats(holder: "h", seats: ["\(seat)"], ttl: nil, secret: .random()), on: show, request: nil
                    ).get().lock
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        _ = try await rig.execute(.releaseLock(first.key)).get()
        let late = try await rig.lock("20")
        _ = try await rig.execute(.releaseLock(late.key)).get()
        let sale = try await rig.confirm(late)
        let before = try await rig.view()
        await rig.ledger.close()
        try makeVersion2(rig.path)
        try await rig.restart()
        #expect(try await rig.view() == before)
        for lock in locks { #expect(try await rig.get(lock) == lock) }
        #expect(try await rig.lock("0", id: "r").number == first.number)
        #expect(try await rig.get(first).state == .released)
        #expect(try await rig.get(late).saleNumber == sale.number)
        let next = try await rig.lock("0", "21")
        try await rig.restart()
        #expect(try await rig.get(next) == next)
        await rig.ledger.close()
        #expect(try rig.count("PRAGMA user_version") == Schema.version)
    }

    /// Takes the rows apart, and the snapshots away, which would spare the ledger reading them. What closed locks the
    /// archive had by then stand in their old table.
    private func makeVersion2(_ path: String) throws {
        let database = try Database(path: "\(path)/ledger.sqlite", vfs: nil)
        let codec = Codec()
        var records: [(show: Int64, record: ShowRecord)] = []
        do {
            let rows = try database.prepare("SELECT show_key, body FROM log ORDER BY position")
            while try rows.step() {
                for record in try codec.decodeRecords(rows.blob(1)) { records.append((rows.integer(0), record)) }
            }
        }
        try database.execute("DELETE FROM log; DELETE FROM snapshot")
        let insert = try database.prepare(
            "INSERT INTO log (position, show_key, idx, seq, at, body) VALUES (?,?,?,?,?,?)")
        for (position, entry) in records.enumerated() {
            let record = entry.record
            // All but the first, which makes the show, raise the seq.
            try insert.begin().bind(Int64(position + 1)).bind(entry.show).bind(record.index).bind(record.index - 1)
                .bind(record.at.nanoseconds).bind(codec.encode([record])).run()
        }
        let old = try Database(path: ":memory:", vfs: nil)
        try old.execute(Schema.tables)
        let definitions = try old.prepare(
            "SELECT sql FROM sqlite_schema WHERE tbl_name = 'closed_lock' AND sql IS NOT NULL ORDER BY type DESC")
        while try definitions.step() { try database.execute(definitions.text(0)) }
        do {
            let closed = try database.prepare("SELECT show_key, closed_at, body FROM closed_locks ORDER BY place")
            let insert = try database.prepare("INSERT OR REPLACE INTO closed_lock VALUES (?,?,?,?)")
            while try closed.step() {
                for lock in try codec.decodeLocks(closed.blob(2)) {
                    try insert.begin().bind(closed.integer(0)).bind(lock.number).bind(closed.integer(1))
                        .bind(codec.encode([lock])).run()
                }
            }
        }
        try database.execute("DROP TABLE closed_locks; PRAGMA user_version = 2")
    }
}

extension Lock {
    /// Another lock that has all else of `other`.
    fileprivate init(_ number: UInt64, like other: Lock) {
        self = other
        self.number = number
    }
}
