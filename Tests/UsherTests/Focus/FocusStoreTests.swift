import Glibc
import Testing
import UsherCore

@testable import Usher

@Suite("A focus store on a disk", .timeLimit(.minutes(2)))
struct FocusStoreTests {
    private let directory = TemporaryDirectory()
    private let clock = ManualClock()

    private var store: FocusStore { FocusStore(directory: directory.path) }
    private var path: String { "\(directory.path)/\(store.fileName(member: "ada"))" }

    private func timer() throws -> FocusTimer {
        try FocusTimer(member: "ada", store: store, runtime: clock.runtime)
    }

    /// What a program would find.
    private func found() throws -> FocusTimerMemory? {
        let (log, memory) = try store.open(member: "ada")
        log.close()
        return memory
    }

    private func refusal(_ body: () throws -> Void) -> String? {
        do {
            try body()
            return nil
        } catch {
            return (error as? UsherError)?.reason
        }
    }

    @Test("what was done is there for the next program, with its device and its sessions")
    func nextProgram() async throws {
        var timer: FocusTimer? = try timer()
        let device = timer?.deviceID
        let session = try await timer?.start(planned: .minutes(25), room: "library")
        clock.advance(.minutes(5))
        try await timer?.pause()
        timer = nil
        clock.advance(.minutes(60))
        let next = try self.timer()
        #expect(next.deviceID == device)
        #expect(next.session?.sessionID == session?.sessionID)
        #expect(next.state == .paused)
        #expect(next.remaining == .minutes(20))
        #expect(next.unsent == 2)
    }

    @Test("a kill at some byte leaves every event whose call had returned, and the file goes on")
    func everyByte() async throws {
        // After each call: how long the file was, and what it stood for.
        var steps: [(length: Int, memory: FocusTimerMemory)] = []
        let timer = try timer()
        for step in 0..<6 {
            switch step {
            case 0: try await timer.start(planned: .minutes(25))
            case 1, 3: try await timer.pause()
            case 2: try await timer.resume()
            case 4: try await timer.finish()
            default: try await timer.start(planned: nil)
            }
            clock.advance(.minutes(1))
            steps.append((TemporaryDirectory.read(path).count, timer.core.read { state, _ in state.machine.memory }))
        }
        timer.close()
        let bytes = TemporaryDirectory.read(path)
        #expect(bytes.count == steps.last?.length)
        // Every byte is cut at in the tests of the format alone; here the disk takes its time.
        for cut in stride(from: 0, through: bytes.count, by: 5) {
            TemporaryDirectory.write(path, Array(bytes[..<cut]))
            let memory = try found()
            if let last = steps.last(where: { $0.length <= cut }) { #expect(memory == last.memory, "cut at \(cut)") }
            #expect(TemporaryDirectory.read(path).count <= max(cut, FocusLogFormat.headBytes))
            guard cut % 95 == 0 else { continue }
            // The next program works on, and what it does is found after it.
            let next = try self.timer()
            let count = next.unsent
            if next.state?.isOpen == true { try await next.abandon() } else { try await next.start(planned: nil) }
            next.close()
            #expect(try found()?.pending.count == count + 1)
        }
    }

    @Test("one timer at a time owns a member's file")
    func oneOwner() throws {
        let first = try timer()
        #expect(refusal { _ = try timer() } == "STORE_IN_USE")
        _ = try FocusTimer(member: "bob", store: store, runtime: clock.runtime)
        first.close()
        #expect(refusal { _ = try timer() } == nil)
    }

    @Test("another program that owns it is told from one that was killed")
    func otherProgram() throws {
        let lock = open("\(path).lock", O_RDWR | O_CREAT, 0o600)
        #expect(flock(lock, LOCK_EX | LOCK_NB) == 0)
        #expect(refusal { _ = try timer() } == "STORE_IN_USE")
        close(lock)
        #expect(refusal { _ = try timer() } == nil)
    }

    @Test("the file of a newer version is left alone, and one that is none is set aside")
    func foreignFiles() throws {
        try timer().close()
        var bytes = TemporaryDirectory.read(path)
        bytes[8] = 9
        TemporaryDirectory.write(path, bytes)
        #expect(refusal { _ = try timer() } == "STORE_VERSION")
        #expect(TemporaryDirectory.read(path) == bytes)
        let garbage = Array("something that somebody else wrote here".utf8)
        TemporaryDirectory.write(path, garbage)
        #expect(refusal { try timer().close() } == nil)
        #expect(TemporaryDirectory.read("\(path).damaged") == garbage)
    }

    @Test("a file grows to a bound and is written anew, and nothing is lost by it")
    func bounded() async throws {
        let timer = try timer()
        try await timer.start(planned: nil)
        var longest = 0
        for _ in 0..<450 {
            clock.advance(.seconds(1))
            try await timer.pause()
            try await timer.resume()
            longest = max(longest, TemporaryDirectory.read(path).count)
        }
        let memory = timer.core.read { state, _ in state.machine.memory }
        timer.close()
        #expect(memory.pending.count == 901)
        #expect(try found() == memory)
        let least = FocusTimerCodec.encode(memory.records).count
        #expect(longest < 2 * least + 100_000)
        #expect(directory.names.allSatisfy { !$0.hasSuffix(".new") })
    }

    @Test("an event that cannot be kept did not happen, and can be done again when the disk is back")
    func diskAway() async throws {
        let timer = try timer()
        try await timer.start(planned: nil)
        // Where the file would be written anew, there is a directory in its way.
        #expect(mkdir("\(path).new", 0o700) == 0)
        var (before, failure) = (FocusTimerMemory(), UsherError?.none)
        while failure == nil {
            before = timer.core.read { state, _ in state.machine.memory }
            do throws(UsherError) {
                if timer.state == .paused { try await timer.resume() } else { try await timer.pause() }
            } catch {
                failure = error
            }
        }
        #expect(failure?.reason == "STORE_AWAY")
        #expect(timer.core.read { state, _ in state.machine.memory } == before)
        rmdir("\(path).new")
        try await timer.finish()
        timer.close()
        #expect(try found()?.pending.count == before.pending.count + 1)
        #expect(try found()?.pending.last?.event.type == .complete)
    }
}
