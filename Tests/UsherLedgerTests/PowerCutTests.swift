import Testing
import UsherCore

@testable import UsherLedger

@Suite("Power cuts and failing disks")
struct PowerCutTests {
    /// Something that a caller was told is done, and how many operations the disk had seen by then.
    struct Acknowledged {
        var operations: Int
        var seq: UInt64
        var epoch: String
        var lock: Lock
        var request: String
        var sale: Sale?
    }

    private func open(_ disk: FaultDisk, _ directory: String, clock: ManualClock, syncs: Bool = true) throws
        -> ShowLedger
    {
        var options = SQLiteStore.Options()
        options.directory = directory
        options.vfs = disk.name
        options.syncs = syncs
        // Snapshots, flushes and checkpoints all the time.
        var tuning = Tuning()
        tuning.recordsPerSnapshot = 20
        tuning.requestsInMemory = 25
        tuning.checkpointPagesIdle = 60
        return try ShowLedger(store: try SQLiteStore(options), clock: clock, observer: nil, tuning: tuning)
    }

    private static let show = ShowRef(tenant: "t", showID: "S")

    private func command(_ number: Int) -> (ShowCommand, RequestStamp) {
        let command = ShowCommand.lockSeats(
            holder: "h", seats: ["\(number)"], ttl: nil, secret: TokenSecret(high: UInt64(number) + 1, low: 7))
        return (command, RequestStamp(scope: .lockSeats, id: "r\(number)", digest: command.digest(show: "S")))
    }

    /// Locks seats one by one, sells every third, checkpoints and snapshots now and then; returns what was answered.
    private func run(_ ledger: ShowLedger, on disk: FaultDisk, clock: ManualClock, seats: Int) async throws
        -> [Acknowledged]
    {
        _ = try await ledger.putHall(Rig.hall(seats: seats + 10), tenant: "t")
        let show = Rig.show("S", at: 3, clock: clock)
        let epoch = try await ledger.createShow(show, tenant: "t", request: nil).get().show.show.epoch
        var done: [Acknowledged] = []
        for number in 0..<seats {
            let (command, stamp) = command(number)
            let lock = try await ledger.execute(command, on: Self.show, request: stamp).get().lock
            var sale: Sale?
            if number % 3 == 0 {
                sale = try await ledger.execute(
                    .confirmLock(lock.key, orderRef: "o\(number)"), on: Self.show, request: nil
                ).get().sale
            }
            done.append(
                Acknowledged(
                    operations: disk.operations, seq: sale?.seq ?? lock.seq, epoch: epoch, lock: lock,
                    request: "r\(number)", sale: sale))
        }
        return done
    }

    /// What of the acknowledged work is missing on a disk; nil if nothing is.
    private func loss(on disk: FaultDisk, of done: [Acknowledged], clock: ManualClock) async throws -> String? {
        let directory = TemporaryDirectory()
        let ledger = try open(disk, directory.path, clock: clock)
        defer { withExtendedLifetime((disk, directory)) {} }
        let lost = try await loss(in: ledger, of: done)
        await ledger.close()
        return lost
    }

    private func loss(in ledger: ShowLedger, of done: [Acknowledged]) async throws -> String? {
        guard let last = done.last else { return nil }
        let verdict = try await ledger.execute(.getShow, on: Self.show, request: nil)
        guard case .success(let reply) = verdict else { return "the show" }
        let view = try reply.show
        if view.show.epoch != last.epoch { return "the epoch" }
        if view.seq < last.seq { return "seq \(last.seq)" }
        for entry in done {
            let lock = try? await ledger.execute(.getLock(entry.lock.key), on: Self.show, request: nil).get().lock
            guard let lock, lock.seats == entry.lock.seats else { return "lock \(entry.lock.number)" }
            if let sale = entry.sale {
                let stored = try? await ledger.execute(.getSale(number: sale.number), on: Self.show, request: nil)
                    .get().sale
                if stored != sale { return "sale \(sale.number)" }
            }
            let number = Int(entry.request.dropFirst()) ?? 0
            let (command, stamp) = command(number)
            let repeated = try? await ledger.execute(command, on: Self.show, request: stamp).get().lock
            if repeated?.number != entry.lock.number { return "request \(entry.request)" }
        }
        return nil
    }

    @Test("at every sync point, a power cut loses nothing that was acknowledged")
    func everySyncPoint() async throws {
        let disk = FaultDisk()
        let directory = TemporaryDirectory()
        let clock = ManualClock()
        let ledger = try open(disk, directory.path, clock: clock)
        let done = try await run(ledger, on: disk, clock: clock, seats: 60)
        await ledger.close()
        var points = 0
        for sync in disk.syncs + [disk.operations] {
            // Just before the sync takes effect, and just after; with and without a part of what was not synced.
            for (operations, seed) in [(sync, 0), (sync, UInt64(sync) + 1), (sync + 1, 0)] {
                let image = disk.afterPowerCut(at: operations, seed: seed)
                let acknowledged = done.filter { $0.operations <= operations }
                let lost = try await loss(on: image, of: acknowledged, clock: clock)
                #expect(lost == nil, "cut at operation \(operations), seed \(seed)")
                points += 1
            }
        }
        #expect(points > 240)
    }

    @Test("without syncs the same test notices the loss")
    func withoutSyncs() async throws {
        let disk = FaultDisk()
        let directory = TemporaryDirectory()
        let clock = ManualClock()
        let ledger = try open(disk, directory.path, clock: clock, syncs: false)
        let done = try await run(ledger, on: disk, clock: clock, seats: 30)
        var losses = 0
        for entry in done {
            let image = disk.afterPowerCut(at: entry.operations)
            let acknowledged = done.filter { $0.operations <= entry.operations }
            if try await loss(on: image, of: acknowledged, clock: clock) != nil { losses += 1 }
        }
        await ledger.close()
        #expect(losses == done.count)
    }

    @Test(
        "a failed commit is told to its callers, and the ledger goes on",
        arguments: [
            FaultDisk.Fault.syncFails, .writeFails, .full,
        ])
    func failedCommits(fault: FaultDisk.Fault) async throws {
        let disk = FaultDisk()
        let directory = TemporaryDirectory()
        let clock = ManualClock()
        let ledger = try open(disk, directory.path, clock: clock)
        var done = try await run(ledger, on: disk, clock: clock, seats: 30)
        let observer = Recorder()
        ledger.observe(observer)
        _ = try await ledger.follow(Self.show).get()
        let follows = observer["S"].seq
        var failures = 0
        for round in 0..<40 {
            disk.fail(fault, after: round % 5, times: 1 + round % 3)
            do {
                let seats = ["\(30 + round % 10)"]
                let verdict = try await ledger.execute(
                    round % 20 < 10 ? .blockSeats(seats, reason: "") : .unblockSeats(seats, reason: ""),
                    on: Self.show, request: nil)
                #expect(verdict.isAccepted)
            } catch {
                #expect(error.kind == .commitFailed || error.kind == .storeAway)
                failures += 1
            }
            disk.fail(.none)
        }
        #expect(failures > 5)
        // It serves, and every follower stands where the ledger stands.
        let view = try await ledger.execute(.getShow, on: Self.show, request: nil).get().show
        #expect(observer["S"].seq == view.seq && observer["S"].gaps == 0 && view.seq >= follows)
        #expect(observer["S"].states.count { $0 == SeatState.sold.rawValue } == view.counts?.sold)
        #expect(observer["S"].states.count { $0 == SeatState.blocked.rawValue } == view.counts?.blocked)
        // And what it says is durable, whatever failed before.
        done[done.count - 1].seq = view.seq
        let image = disk.afterPowerCut(at: disk.operations)
        #expect(try await loss(on: image, of: done, clock: clock) == nil)
        await ledger.close()
    }

    @Test("while the disk stays broken requests are turned away, and served when it is well again")
    func brokenForLong() async throws {
        let disk = FaultDisk()
        let directory = TemporaryDirectory()
        let clock = ManualClock()
        let ledger = try open(disk, directory.path, clock: clock)
        let done = try await run(ledger, on: disk, clock: clock, seats: 12)
        disk.fail(.syncFails)
        var kinds: [LedgerError.Kind] = []
        for _ in 0..<4 {
            do {
                _ = try await ledger.execute(.blockSeats(["12"], reason: ""), on: Self.show, request: nil)
            } catch {
                kinds.append(error.kind)
            }
        }
        #expect(kinds.first == .commitFailed && kinds.count == 4)
        disk.fail(.none)
        #expect(try await loss(in: ledger, of: done) == nil)
        await ledger.close()
    }

    @Test("a damaged record is reported, not served")
    func damage() async throws {
        let rig = try Rig()
        try await rig.stage()
        _ = try await rig.ledger.createShow(Rig.show("T", at: 50, clock: rig.clock), tenant: "t", request: nil).get()
        _ = try await rig.lock("1")
        await rig.ledger.close()
        do {
            let database = try Database(path: "\(rig.path)/ledger.sqlite", vfs: nil)
            try database.execute("UPDATE log SET body = zeroblob(30) WHERE idx = 2")
        }
        let ledger = try ShowLedger(.directory(rig.path), clock: rig.clock)
        do {
            _ = try await ledger.execute(.getShow, on: Self.show, request: nil)
            Issue.record("a damaged show was served")
        } catch {
            #expect(error.kind == .damaged)
        }
        let other = ShowRef(tenant: "t", showID: "T")
        #expect(try await ledger.execute(.getShow, on: other, request: nil).isAccepted)
        await ledger.close()
    }

    @Test("an id that had its time while the server was down is known anew, also when the ids of the log are written")
    func staleRequest() async throws {
        let disk = FaultDisk()
        let directory = TemporaryDirectory()
        let clock = ManualClock()
        let ledger = try open(disk, directory.path, clock: clock)
        _ = try await ledger.putHall(Rig.hall(), tenant: "t")
        let show = Rig.show("S", at: 60, clock: clock)
        _ = try await ledger.createShow(show, tenant: "t", request: nil).get()
        let lock = try await ledger.execute(command(1).0, on: Self.show, request: nil).get().lock
        func confirm(_ order: String, _ ledger: ShowLedger) async throws -> Verdict<CommandReply> {
            let command = ShowCommand.confirmLock(lock.key, orderRef: order)
            let stamp = RequestStamp(scope: .confirmLock, id: "a", digest: command.digest(show: "S"))
            return try await ledger.execute(command, on: Self.show, request: stamp)
        }
        _ = try await confirm("o", ledger).get()
        let image = disk.afterPowerCut(at: disk.operations)
        await ledger.close()
        clock.advance(by: .hours(25))
        let later = try open(image, TemporaryDirectory().path, clock: clock)
        _ = try await confirm("o", later).get()
        // The ids that were only in the log go to the table.
        clock.advance(by: .hours(2))
        for _ in 0..<3 { _ = try await later.halls(tenant: "t", pageSize: 1, pageToken: "") }
        await #expect(throws: Refusal.requestIDReused) { _ = try await confirm("x", later).get() }
        await later.close()
    }
}
