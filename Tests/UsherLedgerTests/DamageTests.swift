import Glibc
import Synchronization
import Testing
import UsherCore

@testable import UsherLedger

@Suite("Files that were removed or damaged")
struct DamageTests {
    /// What the ledger told whoever runs the server.
    private final class Notices: Sendable {
        private let heard = Mutex<[LedgerNotice]>([])

        func add(_ notice: LedgerNotice) { heard.withLock { $0.append(notice) } }
        var all: [LedgerNotice] { heard.withLock { $0 } }
    }

    private static let show = ShowRef(tenant: "t", showID: "S")
    private static let other = ShowRef(tenant: "t", showID: "T")

    /// A ledger with the shows S and T, a seat of each locked, both followed.
    private func open(
        _ path: String, clock: ManualClock, observer: Recorder = Recorder(), notices: Notices = Notices()
    ) async throws -> ShowLedger {
        let ledger = try ShowLedger(.directory(path), clock: clock, observer: observer) { notices.add($0) }
        _ = try await ledger.putHall(Rig.hall(), tenant: "t")
        for (id, hours) in [("S", Int64(3)), ("T", 20)] {
            _ = try await ledger.createShow(Rig.show(id, at: hours, clock: clock), tenant: "t", request: nil).get()
            let ref = ShowRef(tenant: "t", showID: id)
            _ = try await lock("0", on: ref, ledger)
            _ = try await ledger.follow(ref).get()
        }
        return ledger
    }

    @discardableResult
    private func lock(_ seat: String, on show: ShowRef = show, _ ledger: ShowLedger) async throws -> Lock {
        try await ledger.execute(
            .lockSeats(holder: "h", seats: [seat], ttl: nil, secret: .random()), on: show, request: nil
        ).get().lock
    }

    /// The failure of the call; nil if it worked.
    private func failure(_ body: () async throws -> Void) async -> LedgerError? {
        do {
            try await body()
            return nil
        } catch { return error as? LedgerError }
    }

    /// Gives the database and its log other names, or theirs again.
    private func move(_ from: String, _ to: String) {
        #expect(rename(from, to) == 0)
        _ = rename("\(from)-wal", "\(to)-wal")
    }

    @Test("nothing is answered out of a file that was removed; when it is back, the ledger serves again")
    func removed() async throws {
        let directory = TemporaryDirectory()
        let notices = Notices()
        let observer = Recorder()
        let ledger = try await open(directory.path, clock: ManualClock(), observer: observer, notices: notices)
        let file = "\(directory.path)/ledger.sqlite"
        #expect(rename(file, "\(file).away") == 0)
        #expect(await failure { try await lock("1", ledger) }?.kind == .commitFailed)
        #expect(await failure { try await lock("2", ledger) }?.kind == .storeAway)
        // It must not begin anew beside what it lost.
        #expect(access(file, F_OK) != 0)
        #expect(
            notices.all.contains { if case .trouble(let error) = $0 { error.message.contains(file) } else { false } })
        #expect(rename("\(file).away", file) == 0)
        let next = try await lock("2", ledger)
        #expect(next.seq == 2)
        #expect(notices.all.last == .servesAgain)
        #expect(observer["S"].seq == 2 && observer["S"].gaps == 0)
        await ledger.close()
    }

    @Test("a log that is removed under the server loses nothing")
    func logRemoved() async throws {
        let directory = TemporaryDirectory()
        let clock = ManualClock()
        let ledger = try await open(directory.path, clock: clock)
        #expect(unlink("\(directory.path)/ledger.sqlite-wal") == 0)
        #expect(await failure { try await lock("1", ledger) }?.kind == .commitFailed)
        #expect(try await lock("1", ledger).seq == 2)
        await ledger.close()
        let again = try ShowLedger(.directory(directory.path), clock: clock)
        let reply = try await again.execute(.getShow, on: Self.show, request: nil).get()
        #expect(try reply.show.seq == 2)
        await again.close()
    }

    @Test("a followed show that cannot be read any more is given up; the others are served")
    func oneDamaged() async throws {
        let directory = TemporaryDirectory()
        let observer = Recorder()
        let ledger = try await open(directory.path, clock: ManualClock(), observer: observer)
        let file = "\(directory.path)/ledger.sqlite"
        move(file, "\(file).away")
        #expect(await failure { try await lock("1", on: Self.other, ledger) } != nil)
        // Answered after the ledger let go of the file, which the first failure may not be.
        #expect(await failure { try await lock("1", on: Self.other, ledger) }?.kind == .storeAway)
        do {
            let database = try Database(path: "\(file).away", vfs: nil)
            try database.execute("UPDATE log SET body = x'00' WHERE show_key = 1 AND idx = 2")
            // Its request ids are in the table already, so that only the show needs the record.
            try database.execute(
                "UPDATE meta SET value = (SELECT max(position) FROM log) WHERE name = 'requests_flushed'")
            try database.checkpoint(truncating: true)
        }
        move("\(file).away", file)
        #expect(try await lock("1", on: Self.other, ledger).seq == 2)
        #expect(observer["S"].lost.map(\.kind) == [.damaged] && observer["T"].lost.isEmpty)
        #expect(observer["T"].seq == 2 && observer["T"].gaps == 0)
        #expect(await failure { _ = try await ledger.follow(Self.show) }?.kind == .damaged)
        await ledger.close()
    }

    @Test("a store that came back without answered commits is not served")
    func rolledBack() async throws {
        let directory = TemporaryDirectory()
        let ledger = try await open(directory.path, clock: ManualClock())
        let file = "\(directory.path)/ledger.sqlite"
        move(file, "\(file).away")
        #expect(await failure { try await lock("1", ledger) } != nil)
        // Answered after the ledger let go of the file, which the first failure may not be.
        #expect(await failure { try await lock("1", ledger) }?.kind == .storeAway)
        do {
            let database = try Database(path: "\(file).away", vfs: nil)
            try database.execute("DELETE FROM log WHERE position = (SELECT max(position) FROM log)")
            try database.checkpoint(truncating: true)
        }
        move("\(file).away", file)
        for seat in ["1", "2"] {
            let error = await failure { try await lock(seat, ledger) }
            #expect(error?.kind == .storeAway && error?.message.contains("lost commits") == true)
        }
        await ledger.close()
    }

    @Test(
        "numbers of the file that cannot be are damage, not a crash",
        arguments: [
            "UPDATE meta SET value = -5 WHERE name = 'generation'",
            "UPDATE meta SET value = -5 WHERE name = 'requests_flushed'",
            "UPDATE meta SET value = 999 WHERE name = 'requests_flushed'",
            "DELETE FROM log",
        ])
    func numbers(sql: String) async throws {
        let directory = TemporaryDirectory()
        let clock = ManualClock()
        let ledger = try await open(directory.path, clock: clock)
        await ledger.close()
        do {
            let database = try Database(path: "\(directory.path)/ledger.sqlite", vfs: nil)
            try database.execute(sql)
        }
        do {
            _ = try ShowLedger(.directory(directory.path), clock: clock)
            Issue.record("a damaged store was opened")
        } catch {
            #expect(error.kind == .damaged && error.message.contains(directory.path))
        }
    }
}
