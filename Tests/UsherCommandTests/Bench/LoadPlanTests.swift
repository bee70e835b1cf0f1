import Testing
import Usher

@testable import UsherCommand

@Suite struct LoadPlanTests {
    @Test("one change at a time: the next one goes when every watcher has the last")
    func lone() {
        var pace = ChangePace(outstanding: 1)
        #expect(pace.mayWrite(watchers: 10, delivered: 0))
        pace.write(watchers: 10)
        #expect(!pace.mayWrite(watchers: 10, delivered: 9))
        #expect(pace.mayWrite(watchers: 10, delivered: 10))
    }

    @Test("many outstanding changes: so many times the watchers may wait, and answers are waited for as well")
    func many() {
        var pace = ChangePace(outstanding: 3)
        for _ in 0..<2 { pace.write(watchers: 10) }
        #expect(pace.mayWrite(watchers: 10, delivered: 0))
        pace.write(watchers: 10)
        #expect(!pace.mayWrite(watchers: 10, delivered: 9) && pace.mayWrite(watchers: 10, delivered: 10))
        var quiet = ChangePace(outstanding: 2)
        for _ in 0..<2 { quiet.write(watchers: 0) }
        #expect(!quiet.mayWrite(watchers: 0, delivered: 0))
        quiet.answer()
        #expect(quiet.mayWrite(watchers: 0, delivered: 0))
    }

    @Test("a lane locks, releases by the token it was given, and goes on to other seats that no other lane takes")
    func locks() {
        let codes = (0..<16).map { "S\($0)" }
        var plan = LockPlan(shows: ["s"], codes: codes, lanes: 2)
        var taken: [Set<String>] = [[], []]
        for _ in 0..<6 {
            for lane in 0..<2 {
                let lock = plan.next(lane)
                #expect(lock.method == .lockSeats)
                let seats = texts(of: lock, field: 3)
                #expect(seats.count == 2)
                taken[lane].formUnion(seats)
                // A lock that has an id, which is passed over, and a token.
                let answer = [0x0a, 1, 0x39, 0x12, 2] + Array("t\(lane)".utf8)
                answer.withUnsafeBytes { plan.answered(lane, $0) }
                let release = plan.next(lane)
                #expect(release.method == .releaseLock)
                #expect(texts(of: release, field: 1) == ["t\(lane)"])
                [UInt8]().withUnsafeBytes { plan.answered(lane, $0) }
            }
        }
        #expect(taken[0].isDisjoint(with: taken[1]) && taken[0].count == 8 && taken[1].count == 8)
    }

    private func texts(of request: LoadRequest, field number: UInt64) -> [String] {
        request.message.withUnsafeBytes { bytes in
            var fields = FieldScan(bytes)
            var texts: [String] = []
            while let field = fields.next() {
                if field.number == number { texts.append(String(decoding: field.bytes, as: UTF8.self)) }
            }
            return texts
        }
    }

    @Test("a load goes to this machine and nowhere else", arguments: ["10.0.0.1:1", "example.org:1", "[::1]:1"])
    func addresses(_ text: String) throws {
        let address = try #require(ServerAddress(text))
        #expect(throws: CommandFailure.self) { try LoadAddress(address) }
        #expect(throws: Never.self) { try LoadAddress(ServerAddress(host: "127.0.0.1", port: 1)) }
    }

    @Test("what a gateway counted is read in the order in which it is written")
    func tally() throws {
        let bytes: [UInt8] = (1...5).flatMap { number -> [UInt8] in [UInt8(number), 1, 0, 0, 0, 0, 0, 0] }
        let tally = try #require(ServerTally(bytes))
        #expect(tally.allocations == 257 && tally.allocatedBytes == 258 && tally.writes == 259)
        #expect(tally.writtenBytes == 260 && tally.syncs == 261)
        #expect(ServerTally(Array(bytes.dropLast())) == nil)
        #expect((tally - tally) == ServerTally())
    }

    @Test("what a load cannot take is wrong usage, before any gateway starts")
    func usage() async {
        let recorder = RecordingConsole()
        for line in [
            ["bench", "fanout", "--watchers", "1,x"], ["bench", "fanout", "--shows", "0"],
            ["bench", "locks", "--outstanding", "9", "--connections", "2"],
            ["bench", "locks", "--outstanding", "32", "--seats", "100"], ["bench", "unary", "--call", "other"],
            ["bench", "latency", "--rate", "10000", "--seconds", "60"], ["bench", "idle", "--tls-cert", "x"],
            ["bench", "import", "--sizes", "0"],
        ] {
            #expect(await UsherCommand.run(line, recorder.console) == 2, "\(line)")
        }
    }
}
