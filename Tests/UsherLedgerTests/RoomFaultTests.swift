import Glibc
import Testing
import UsherCore

@testable import UsherLedger

@Suite("Rooms on failing and damaged disks")
struct RoomFaultTests {
    private func open(
        _ disk: FaultDisk, _ directory: String, clock: ManualClock, observer: Recorder? = nil
    ) throws -> ShowLedger {
        var options = SQLiteStore.Options()
        options.directory = directory
        options.vfs = disk.name
        // Snapshots, which prune, and checkpoints all the time.
        var tuning = Tuning()
        tuning.recordsPerSnapshot = 12
        tuning.checkpointPagesIdle = 30
        return try ShowLedger(store: try SQLiteStore(options), clock: clock, observer: observer, tuning: tuning)
    }

    private func prepare(_ ledger: ShowLedger) async throws {
        _ = try await ledger.putHall(Rig.hall(seats: 60), tenant: "t")
        _ = try await ledger.createRoom(Room(roomID: "R", hallID: "H"), tenant: "t").get()
    }

    private func join(_ member: String, seat: String = "", _ ledger: ShowLedger) async throws -> RoomReply {
        let command = RoomCommand.join(
            memberID: member, nickname: "", avatar: "", seat: seat, deviceID: "", secret: .random())
        return try await ledger.execute(command, in: Rig.ref()).get()
    }

    @Test("wherever the power is cut, who was answered is in the room, with seat, status and token")
    func powerCuts() async throws {
        let disk = FaultDisk()
        let directory = TemporaryDirectory()
        let clock = ManualClock()
        let ledger = try open(disk, directory.path, clock: clock)
        try await prepare(ledger)
        var done: [(operations: Int, reply: RoomReply)] = []
        for number in 0..<30 {
            let reply = try await join("m\(number)", seat: "\(number)", ledger)
            done.append((disk.operations, reply))
            if number.isMultiple(of: 3) {
                let rests = try await ledger.execute(.setStatus(reply.device, .resting), in: Rig.ref()).get()
                done[done.count - 1] = (disk.operations, rests)
            }
        }
        await ledger.close()
        var cuts: [(Int, UInt64)] = []
        for sync in disk.syncs { cuts += [(sync, 0), (sync, UInt64(sync) + 1), (sync + 1, 0)] }
        for (operations, seed) in cuts where operations >= done[0].operations {
            let image = disk.afterPowerCut(at: operations, seed: seed)
            let again = TemporaryDirectory()
            let later = try open(image, again.path, clock: clock)
            for entry in done where entry.operations <= operations {
                // Once it stood before its status was set; whoever was told of that one has it.
                let now = try await later.execute(.keepAlive(entry.reply.device), in: Rig.ref()).get()
                #expect(now.member == entry.reply.member && now.position.epoch == entry.reply.position.epoch)
                #expect(now.position.seq >= entry.reply.position.seq)
            }
            await later.close()
            withExtendedLifetime((image, again)) {}
        }
        #expect(cuts.count > 100)
    }

    @Test(
        "a failed commit is told to its caller; streams and signs of life stay, and followers stand where the room stands",
        arguments: [FaultDisk.Fault.syncFails, .writeFails, .full])
    func failedCommits(fault: FaultDisk.Fault) async throws {
        let disk = FaultDisk()
        let directory = TemporaryDirectory()
        let clock = ManualClock()
        let observer = Recorder()
        let ledger = try open(disk, directory.path, clock: clock, observer: observer)
        try await prepare(ledger)
        _ = try await ledger.createRoom(Room(roomID: "quiet", hallID: "H"), tenant: "t").get()
        let quiet = Rig.ref("quiet")
        let alone = RoomCommand.join(
            memberID: "x", nickname: "", avatar: "", seat: "", deviceID: "", secret: .random())
        let lonely = try await ledger.execute(alone, in: quiet).get()
        let quietPulse = ManualPulse(clock)
        _ = try await ledger.attend(lonely.device, in: quiet, pulse: quietPulse).get()
        _ = try await ledger.follow(Rig.ref()).get()
        let ann = try await join("ann", ledger)
        let pulse = ManualPulse(clock)
        _ = try await ledger.attend(ann.device, in: Rig.ref(), pulse: pulse).get()
        let bob = try await join("bob", seat: "1", ledger)
        var failures = 0
        for round in 0..<40 {
            clock.advance(by: .seconds(1))
            disk.fail(fault, after: round % 5, times: 1 + round % 3)
            do {
                let take = RoomCommand.takeSeat(ann.device, seat: "\(2 + round % 9)")
                _ = try await ledger.execute(take, in: Rig.ref()).get()
            } catch let error as LedgerError {
                #expect(error.kind == .commitFailed || error.kind == .storeAway)
                failures += 1
            }
            disk.fail(.none)
        }
        #expect(failures > 5)
        let now = try await ledger.execute(.keepAlive(ann.device), in: Rig.ref()).get()
        #expect(observer.room().seq == now.position.seq && observer.room().gaps == 0)
        #expect(observer.room().members.first == now.member && observer.room().begun == 1)
        // Bob was heard 41 s ago, whatever was reloaded since; the open streams of the others still count.
        clock.advance(by: .seconds(9))
        _ = try await ledger.actOnTime()
        #expect(observer.room().members.last?.status == .idle)
        clock.advance(by: .seconds(2))
        _ = try await ledger.actOnTime()
        #expect(observer.room().members.map(\.status) == [.idle, .away])
        clock.advance(by: .minutes(10))
        _ = try await ledger.actOnTime()
        #expect(try await ledger.execute(.leaveSeat(lonely.device, seat: ""), in: quiet).get().position.seq == 1)
        #expect(observer.room().members.first?.status == .idle && bob.member.seat == "1")
        let image = disk.afterPowerCut(at: disk.operations)
        await ledger.close()
        let later = try open(image, TemporaryDirectory().path, clock: clock, observer: observer)
        _ = try await later.follow(Rig.ref()).get()
        #expect(observer.room().begun == 2 && observer.room().members.first?.seat == now.member.seat)
        await later.close()
    }

    @Test(
        "a damaged room is given up alone: the others are served and on time",
        arguments: [
            "UPDATE room_log SET body = zeroblob(30) WHERE room_key = 1 AND idx = 1",
            "DELETE FROM room_log WHERE room_key = 1 AND idx = 1",
            "UPDATE room SET body = x'00' WHERE room_key = 1",
            "INSERT INTO room_snapshot VALUES (1, 1, 1, 1, 1, x'0102')",
        ])
    func damaged(sql: String) async throws {
        let rig = try Rig()
        try await rig.openRoom()
        try await rig.openRoom("other")
        let ann = try await rig.join("ann")
        _ = try await rig.run(.takeSeat(ann.device, seat: "1"))
        let bob = try await rig.join("bob", in: "other")
        await rig.ledger.close()
        do {
            let database = try Database(path: "\(rig.path)/ledger.sqlite", vfs: nil)
            try database.execute(sql)
        }
        try await rig.restart()
        _ = try await rig.ledger.follow(Rig.ref("other")).get()
        try await rig.pass(.seconds(52))
        #expect(rig.observer.room("other").members.first?.status == .away)
        for _ in 0..<2 {
            do {
                _ = try await rig.run(.keepAlive(ann.device))
                Issue.record("a damaged room was served")
            } catch let error as LedgerError {
                #expect(error.kind == .damaged)
            }
        }
        #expect(try await rig.run(.keepAlive(bob.device), in: "other").member.status == .idle)
    }

    @Test("a followed room that cannot be read any more after a failure is told so")
    func lost() async throws {
        let rig = try Rig()
        try await rig.openRoom()
        try await rig.openRoom("other")
        for room in ["R", "other"] {
            _ = try await rig.ledger.follow(Rig.ref(room)).get()
            _ = try await rig.join("ann", in: room)
        }
        let file = "\(rig.path)/ledger.sqlite"
        #expect(rename(file, "\(file).away") == 0 && rename("\(file)-wal", "\(file).away-wal") == 0)
        await #expect(throws: LedgerError.self) { try await rig.join("bob", in: "other") }
        await #expect(throws: LedgerError.self) { try await rig.join("bob", in: "other") }
        do {
            let database = try Database(path: "\(file).away", vfs: nil)
            try database.execute("UPDATE room_log SET body = x'00' WHERE room_key = 1")
            try database.checkpoint(truncating: true)
        }
        #expect(rename("\(file).away", file) == 0)
        _ = rename("\(file).away-wal", "\(file)-wal")
        _ = try await rig.join("bob", in: "other")
        #expect(rig.observer.room("R").lost.map(\.kind) == [.damaged] && rig.observer.room("other").lost.isEmpty)
        #expect(rig.observer.room("other").seq == 2 && rig.observer.room("other").gaps == 0)
    }

    @Test("a store that came back without a room's answered commits is not served")
    func rolledBack() async throws {
        let rig = try Rig()
        try await rig.openRoom()
        _ = try await rig.join("ann")
        let file = "\(rig.path)/ledger.sqlite"
        #expect(rename(file, "\(file).away") == 0 && rename("\(file)-wal", "\(file).away-wal") == 0)
        await #expect(throws: LedgerError.self) { try await rig.join("bob") }
        await #expect(throws: LedgerError.self) { try await rig.join("bob") }
        do {
            let database = try Database(path: "\(file).away", vfs: nil)
            try database.execute("DELETE FROM room_log")
            try database.checkpoint(truncating: true)
        }
        #expect(rename("\(file).away", file) == 0)
        _ = rename("\(file).away-wal", "\(file)-wal")
        do {
            _ = try await rig.join("bob")
            Issue.record("lost commits were overlooked")
        } catch let error as LedgerError {
            #expect(error.kind == .storeAway && error.message.contains("lost commits"))
        }
    }
}
