import Testing
import UsherCore

@testable import UsherLedger

@Suite("Rooms over restarts")
struct RoomRestartTests {
    @Test(
        "after a restart or a kill members come back by their tokens, in their seats, and nobody hears of it",
        arguments: [true, false])
    func comesBack(killed: Bool) async throws {
        let rig = try Rig()
        try await rig.openRoom()
        var devices: [DeviceKey] = []
        for number in 0..<20 {
            devices.append(try await rig.join("m\(number)", seat: "\(number)", deviceID: "phone").device)
        }
        _ = try await rig.run(.setStatus(devices[3], .focusing))
        _ = try await rig.run(.setStatus(devices[4], .away))
        let before = try await rig.read()
        if killed { await rig.ledger.abandon() } else { await rig.ledger.close() }
        rig.clock.advance(by: .hours(7))
        try await rig.restart()
        _ = try await rig.ledger.follow(Rig.ref()).get()
        for device in devices { _ = try await rig.run(.keepAlive(device)) }
        let heard = rig.observer.room()
        #expect(heard.members == before.members && heard.seq == before.seq && heard.history?.epoch == before.epoch)
        #expect(try await rig.join("m7", deviceID: "phone").device == devices[7])
        try await rig.pass(.seconds(40))
        #expect(rig.observer.room().seq == before.seq)
        // Their numbers go on: no token is given twice.
        #expect(try await rig.join("new").device.number == 21)
    }

    @Test("who does not come back after a restart is away and gone by deadlines from the start, though nobody asks")
    func silent() async throws {
        let rig = try Rig()
        for number in 0..<40 {
            try await rig.openRoom("R\(number)")
            _ = try await rig.join("ann", seat: "1", in: "R\(number)")
        }
        try await rig.openRoom("empty")
        let gone = try await rig.join("ann", in: "empty")
        _ = try await rig.run(.leave(gone.device), in: "empty")
        await rig.ledger.close()
        #expect(try rig.count("SELECT count(*) FROM room WHERE live = 1") == 40)
        try await rig.restart()
        let start = rig.ledger.now
        // Loaded one after the other, all before the first can be lost.
        try await rig.pass(.seconds(49))
        #expect(rig.ledger.now - start == .seconds(49))
        try await rig.pass(.milliseconds(1_250))
        for number in 0..<40 {
            let history = try await rig.read("R\(number)")
            #expect(history.seq == 2 && history.members.first?.status == .away, "R\(number)")
        }
        try await rig.pass(.seconds(30 * 60 - 52))
        #expect(rig.observer.room("R7").seq == 2)
        try await rig.pass(.seconds(3))
        for number in 0..<40 {
            #expect(rig.observer.room("R\(number)").members.isEmpty && rig.observer.room("R\(number)").seq == 3)
        }
        await rig.ledger.close()
        #expect(try rig.count("SELECT count(*) FROM room WHERE live = 1") == 0)
    }

    @Test("an AWAY of silence outlives the restart until the device is heard")
    func stillAway() async throws {
        let rig = try Rig()
        try await rig.openRoom()
        let ann = try await rig.join("ann", seat: "1")
        try await rig.pass(.minutes(1))
        try await rig.restart()
        _ = try await rig.ledger.follow(Rig.ref()).get()
        try await rig.pass(.minutes(29))
        #expect(rig.observer.room().seq == 2 && rig.observer.room().members.first?.status == .away)
        #expect(try await rig.run(.keepAlive(ann.device)).member.status == .idle)
        #expect(rig.observer.room().seq == 3)
    }

    @Test("a restored backup changes every room's epoch, once and for good")
    func restored() async throws {
        let rig = try Rig()
        try await rig.openRoom()
        _ = try await rig.join("ann")
        let before = try await rig.read()
        try await rig.restart(restored: true)
        let after = try await rig.read()
        #expect(after.epoch != before.epoch && after.seq == before.seq && after.members == before.members)
        #expect(try await rig.join("bob").position.epoch == after.epoch)
        try await rig.restart()
        #expect(try await rig.read().epoch == after.epoch)
    }

    @Test("the log is pruned behind snapshots, which say as much, also when the ledger's time went on")
    func pruning() async throws {
        var tuning = Tuning()
        tuning.recordsPerSnapshot = 50
        let rig = try Rig(tuning: tuning)
        try await rig.openRoom()
        let ann = try await rig.join("ann", seat: "1")
        _ = try await rig.join("bob")
        for number in 0..<200 {
            _ = try await rig.run(.setStatus(ann.device, number.isMultiple(of: 2) ? .resting : .idle))
        }
        rig.clock.advance(by: .minutes(1))
        _ = try await rig.run(.takeSeat(ann.device, seat: "2"))
        let before = try await rig.read()
        await rig.ledger.abandon()
        let rows = try rig.count("SELECT count(*) FROM room_log")
        #expect(rows < 60, "\(rows)")
        #expect(try rig.count("SELECT count(*) FROM room_snapshot") == 1)
        try await rig.restart()
        let after = try await rig.read()
        #expect(after.members == before.members && after.seq == before.seq)
        #expect(try await rig.run(.keepAlive(ann.device)).member.seat == "2")
    }

    @Test("time never goes back behind a room's last commit, also when its record is pruned and the clock was set back")
    func clockSetBack() async throws {
        for records in [UInt64(1), 1_000] {
            var tuning = Tuning()
            tuning.recordsPerSnapshot = records
            tuning.cheapReplay = records
            let rig = try Rig(tuning: tuning)
            try await rig.openRoom()
            rig.clock.advance(by: .hours(3))
            let ann = try await rig.join("ann")
            let last = rig.ledger.now
            // A room whose snapshot is the last one written, and older than another's record.
            await rig.ledger.close()
            #expect(try rig.count("SELECT count(*) FROM room_log") == (records == 1 ? 0 : 1))
            let options = SQLiteStore.Options(directory: rig.path)
            let behind = try ShowLedger(store: try SQLiteStore(options), clock: ManualClock(), observer: nil)
            #expect(behind.now > last)
            _ = try await behind.execute(.keepAlive(ann.device), in: Rig.ref()).get()
            await behind.close()
        }
    }

    @Test("rooms in which nobody is leave memory, and are what they were when they are used again")
    func unloads() async throws {
        var tuning = Tuning()
        tuning.loadedRooms = 2
        tuning.cheapReplay = 3
        let rig = try Rig(tuning: tuning)
        for number in 0..<8 {
            try await rig.openRoom("R\(number)")
            let ann = try await rig.join("ann", in: "R\(number)")
            _ = try await rig.join("bob", in: "R\(number)")
            if number != 5 {
                let key = try await rig.join("bob", deviceID: "d", in: "R\(number)").device
                _ = try await rig.run(.leave(key), in: "R\(number)")
            }
            if number > 1 { _ = try await rig.run(.leave(ann.device), in: "R\(number)") }
        }
        try await rig.pass(.hours(1))
        for number in 0..<8 {
            let carl = try await rig.join("carl", in: "R\(number)")
            let history = try await rig.read("R\(number)")
            #expect(history.members.map(\.memberID) == ["carl"])
            #expect(carl.device.number == (number == 5 ? 3 : 4), "R\(number)")
            rig.ledger.unfollow(Rig.ref("R\(number)"))
        }
        await rig.ledger.abandon()
        #expect(try rig.count("SELECT count(*) FROM room_snapshot") > 4)
    }

    // MARK: Schema

    @Test("a file of version 1 becomes one of today, with everything in it, and no start in between finds half of it")
    func migration() async throws {
        let rig = try Rig()
        try await rig.stage()
        let lock = try await rig.lock("1", "2", id: "r")
        await rig.ledger.close()
        let today = try schema(of: rig.path)
        do {
            // What version 1 had is unchanged: without what later ones added, the file is one of it.
            let database = try Database(path: "\(rig.path)/ledger.sqlite", vfs: nil)
            let old = try Database(path: ":memory:", vfs: nil)
            try old.execute(Schema.tables)
            let known = try Set(names(in: old))
            let present = try Set(names(in: database))
            for name in present.subtracting(known) { try database.execute("DROP TABLE \(name)") }
            // What later ones took away.
            let gone = known.subtracting(present)
            for sql in try definitions(in: old) where gone.contains(where: { sql.contains(" \($0) (") }) {
                try database.execute(sql)
            }
            try database.execute("PRAGMA user_version = 1")
        }
        #expect(try schema(of: rig.path).count < today.count)
        try await rig.restart()
        #expect(try await rig.get(lock) == lock)
        #expect(try await rig.lock("1", "2", id: "r").number == lock.number)
        try await rig.openRoom()
        _ = try await rig.join("ann", seat: "1")
        try await rig.restart()
        #expect(try await rig.read().members.map(\.seat) == ["1"])
        await rig.ledger.close()
        #expect(try schema(of: rig.path) == today)
        #expect(try rig.count("PRAGMA user_version") == Schema.version)
    }

    private func names(in database: Database) throws -> [String] {
        let statement = try database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")
        var names: [String] = []
        while try statement.step() { names.append(statement.text(0)) }
        return names
    }

    /// Of tables and indexes, tables first.
    private func definitions(in database: Database) throws -> [String] {
        let statement = try database.prepare(
            "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type DESC, name")
        var definitions: [String] = []
        while try statement.step() { definitions.append(statement.text(0)) }
        return definitions
    }

    private func schema(of path: String) throws -> [String] {
        let database = try Database(path: "\(path)/ledger.sqlite", vfs: nil)
        let statement = try database.prepare(
            "SELECT name || ': ' || coalesce(sql, '') FROM sqlite_schema ORDER BY name")
        var lines: [String] = []
        while try statement.step() { lines.append(statement.text(0)) }
        return lines
    }
}
