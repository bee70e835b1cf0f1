import Testing

@testable import UsherCore

@Suite("A followed map") struct WatchMachineTests {
    private typealias Driver = WatchDriver

    @Test("the first user opens the stream, and the first event makes it live")
    func opens() {
        var driver = Driver()
        #expect(driver.machine.wakesAt == nil)
        driver.users(1)
        #expect(
            driver.directives == [
                .openStream(id: 1, Position(), sideVersion: 0), .tell(.state(.connecting(attempt: 1))),
            ])
        driver.users(2)
        #expect(driver.directives == [])
        driver.event(Driver.snapshot(4, [1, 2]))
        #expect(
            driver.directives == [
                .tell(.state(.live)),
                .tell(
                    .replaced(
                        changes: [SeatChange(0, .available), SeatChange(1, .locked)], newEpoch: false, newHall: true)),
                .tell(.serverTime(Timestamp(nanoseconds: 7))),
            ])
        #expect(!driver.machine.isStale)
        #expect(driver.machine.lastMessageAt == driver.now)
    }

    @Test("a known map is resumed from its position, and what it holds is not told again")
    func known() {
        let known = SeatMapReplica(
            position: Position(epoch: "e", seq: 9), states: [1, 3], showID: "s", hallID: "h", hallRevision: 1)
        var driver = Driver(known: known)
        driver.users(1)
        #expect(driver.opened.map(\.position) == [Position(epoch: "e", seq: 9)])
        driver.event(Driver.snapshot(12, [1, 3]))
        #expect(driver.news.contains(.replaced(changes: [], newEpoch: false, newHall: false)))
    }

    @Test("the stream lingers 30 s after the last user, and one who comes back finds it as it was")
    func linger() {
        var driver = Driver.live()
        driver.users(0)
        #expect(driver.directives == [])
        driver.pass(.milliseconds(29_900))
        driver.users(1)
        #expect(driver.directives == [])
        driver.event(Driver.heartbeat(4))
        driver.users(0)
        driver.pass(.milliseconds(29_999))
        #expect(driver.open == [1])
        driver.pass(.milliseconds(1))
        #expect(driver.directives == [.closeStream(id: 1), .tell(.state(.idle))])
        #expect(driver.machine.wakesAt == nil)
        driver.users(1)
        #expect(driver.opened.last?.position == Position(epoch: "e", seq: 4))
        #expect(driver.mostOpen == 1)
    }

    @Test("a live stream that is silent for two heartbeats and some slack is left for another")
    func watchdog() {
        var driver = Driver.live()
        driver.event(Driver.heartbeat(4))
        let heard = driver.now
        #expect(driver.machine.wakesAt == heard + TimeSpan.seconds(55).nanoseconds)
        driver.pass(.seconds(54))
        #expect(driver.directives == [])
        // What does not touch the map is a sign of life all the same.
        driver.event(.unknown)
        driver.pass(.seconds(54))
        #expect(driver.directives == [])
        driver.pass(.seconds(1))
        #expect(driver.directives.first == .closeStream(id: 1))
        guard case .waiting(_, let failure) = driver.machine.state else {
            Issue.record("\(driver.machine.state)")
            return
        }
        #expect(failure.cause == .silence)
        driver.wait()
        #expect(driver.open == [2])
    }

    @Test("a stream that never spoke is left after 20 s, the next ones after up to 55 s")
    func silentOpening() {
        var driver = Driver()
        driver.users(1)
        var patience: [Int64] = []
        for _ in 0..<4 {
            let opened = driver.now
            driver.wait()
            patience.append((driver.now - opened) / 1_000_000_000)
            driver.wait()
        }
        #expect(patience == [20, 40, 55, 55])
        #expect(driver.mostOpen == 1)
    }

    @Test("waits stay under 1, 2, 4 … 30 s, and begin anew after a stream that lived")
    func backoff() {
        var driver = Driver.live()
        func pause() -> Int64 {
            guard case .waiting(let span, _) = driver.machine.state else { return -1 }
            return span.nanoseconds
        }
        for ceiling: Int64 in [1, 2, 4, 8, 16, 30, 30, 30, 30] {
            driver.end()
            #expect((0...ceiling * 1_000_000_000).contains(pause()))
            driver.wait()
        }
        #expect(driver.machine.state == .connecting(attempt: 10))
        driver.event(Driver.heartbeat(4))
        driver.pass(.seconds(1))
        driver.end()
        #expect((0...1_000_000_000).contains(pause()))
        driver.wait()
        #expect(driver.machine.state == .connecting(attempt: 2))
    }

    @Test("a stream that is cut as soon as it spoke is no success")
    func cutAtOnce() {
        var driver = Driver.live()
        for _ in 0..<20 where driver.machine.state != .polling {
            driver.event(Driver.heartbeat(4))
            driver.end()
            driver.wait()
        }
        #expect(driver.machine.state == .polling)
    }

    @Test("another network: a live stream is left at once, a wait ends at once, and the waits begin anew")
    func networkChanged() {
        var driver = Driver.live()
        driver.networkChanged()
        #expect(
            driver.directives == [
                .closeStream(id: 1), .openStream(id: 2, Position(epoch: "e", seq: 4), sideVersion: 0),
                .tell(.state(.connecting(attempt: 1))),
            ])
        for _ in 0..<5 {
            driver.end()
            driver.wait()
        }
        driver.end()
        driver.networkChanged()
        #expect(driver.directives.first == .openStream(id: 8, Position(epoch: "e", seq: 4), sideVersion: 0))
        #expect(driver.machine.state == .connecting(attempt: 1))
        driver.networkChanged()
        #expect(driver.directives.first == .closeStream(id: 8))
        #expect(driver.mostOpen == 1)
        var idle = Driver()
        idle.networkChanged()
        #expect(idle.directives == [])
    }

    @Test("what the gateway asks for is a floor under the wait, not a moment for all")
    func retryAfter() {
        var pauses: Set<Int64> = []
        for seed in 0..<50 as Range<UInt64> {
            var driver = Driver.live(seed: seed)
            driver.end(StreamFailure("busy", retryAfter: .seconds(7)))
            guard case .waiting(let span, _) = driver.machine.state else { continue }
            #expect((.seconds(7) ... .seconds(8)).contains(span))
            pauses.insert(span.nanoseconds)
        }
        #expect(pauses.count == 50)
        var absurd = Driver.live()
        absurd.end(StreamFailure("busy", retryAfter: TimeSpan(nanoseconds: .max)))
        absurd.wait()
        #expect(absurd.now < TimeSpan.minutes(11).nanoseconds)
    }

    @Test("a drained stream is left before it is cut, and its reader comes back later and not with all others")
    func drain() {
        var times: Set<Int64> = []
        for seed in 0..<50 as Range<UInt64> {
            var driver = Driver.live(seed: seed)
            driver.event(.drain(reconnectAfter: .seconds(4), reason: "shutdown"))
            #expect(driver.directives.first == .closeStream(id: 1))
            let left = driver.now
            driver.wait()
            #expect((4_000_000_000...6_000_000_000).contains(driver.now - left))
            times.insert(driver.now - left)
            #expect(driver.machine.state == .connecting(attempt: 1))
            #expect(driver.machine.counters.failures == 0)
            #expect(driver.opened.last?.position == Position(epoch: "e", seq: 4))
        }
        #expect(times.count == 50)
        var short = Driver.live()
        short.event(.drain(reconnectAfter: TimeSpan(nanoseconds: -5), reason: ""))
        short.wait()
        #expect(short.open == [2])
    }

    @Test("a final failure is told and not tried again until somebody asks")
    func final() {
        var driver = Driver.live()
        let failure = StreamFailure("no such show", isFinal: true)
        driver.end(failure)
        #expect(driver.directives == [.tell(.state(.failed(failure)))])
        #expect(driver.machine.wakesAt == nil)
        driver.users(2)
        #expect(driver.machine.state == .connecting(attempt: 1))
        driver.end(failure)
        driver.networkChanged()
        #expect(driver.machine.state == .connecting(attempt: 1))
        driver.end(failure)
        driver.resume()
        #expect(driver.machine.state == .connecting(attempt: 1))
        driver.end(failure)
        driver.users(1)
        #expect(driver.directives == [])
    }

    @Test("suspended it has nothing open and no timer; resumed it goes on from its position at once")
    func suspend() {
        var driver = Driver.live()
        driver.suspend()
        #expect(driver.directives == [.closeStream(id: 1), .tell(.state(.suspended))])
        #expect(driver.machine.wakesAt == nil)
        driver.users(2)
        driver.networkChanged()
        driver.suspend()
        #expect(driver.directives == [])
        driver.event(Driver.delta(5, 5, SeatChange(0, .sold)))
        #expect(driver.machine.replica.states == [1, 1, 2])
        driver.resume()
        #expect(driver.directives.first == .openStream(id: 2, Position(epoch: "e", seq: 4), sideVersion: 0))
        driver.event(Driver.delta(5, 5, SeatChange(0, .sold)))
        #expect(driver.machine.state == .live)
        driver.users(0)
        driver.suspend()
        #expect(driver.directives.last == .tell(.state(.suspended)))
        driver.resume()
        #expect(driver.machine.state == .idle)
        #expect(driver.directives == [.tell(.state(.idle))])
        #expect(driver.open == [])
    }

    @Test("that the last user left a map that failed is told")
    func idleAfterFailure() {
        var driver = Driver.live()
        driver.end(StreamFailure("no", isFinal: true))
        driver.users(0)
        #expect(driver.directives == [.tell(.state(.idle))])
    }

    @Test("users who come and go while it is suspended leave nothing open")
    func suspendedUsers() {
        var driver = Driver()
        driver.suspend()
        driver.users(1)
        #expect(driver.open == [])
        driver.users(0)
        #expect(driver.machine.wakesAt == nil)
        #expect(driver.machine.state == .suspended)
        driver.users(1)
        driver.resume()
        #expect(driver.open == [1])
    }

    @Test("a show that was read by a call is told once, and streams are asked for what is newer")
    func showRead() {
        let show = Show(
            showID: "s", hallID: "h", startsAt: Timestamp(nanoseconds: 0), endsAt: Timestamp(nanoseconds: 1), version: 3
        )
        var driver = Driver.live()
        driver.take(driver.machine.showRead(show))
        #expect(driver.directives == [.tell(.side(show))])
        driver.take(driver.machine.showRead(show))
        #expect(driver.directives == [])
        driver.networkChanged()
        #expect(driver.directives[1] == .openStream(id: 2, Position(epoch: "e", seq: 4), sideVersion: 3))
    }

    @Test("a map is called stale once nothing replaced its stream for 3 s, and not before")
    func stale() {
        var driver = Driver()
        driver.users(1)
        #expect(driver.machine.isStale)
        driver.event(Driver.snapshot(4, [1]))
        #expect(!driver.machine.isStale)
        driver.networkChanged()
        driver.pass(.milliseconds(2_999))
        #expect(!driver.machine.isStale)
        driver.event(Driver.heartbeat(4))
        driver.networkChanged()
        #expect(driver.machine.wakesAt == driver.now + TimeSpan.seconds(3).nanoseconds)
        driver.pass(.seconds(3))
        #expect(driver.machine.isStale)
        #expect(driver.open == [3])
        driver.event(Driver.heartbeat(4))
        #expect(!driver.machine.isStale)
        driver.suspend()
        #expect(driver.machine.isStale)
    }

    @Test("a map whose hall is refused is given up")
    func givesUp() {
        var driver = Driver.live()
        let failure = StreamFailure("no such hall", isFinal: true)
        driver.take(driver.machine.giveUp(failure, now: driver.now))
        #expect(driver.directives == [.closeStream(id: 1), .tell(.state(.failed(failure)))])
        driver.networkChanged()
        #expect(driver.machine.state == .connecting(attempt: 1))
    }
}
