import Testing

@testable import UsherCore

@Suite("Events of a followed map") struct WatchEventTests {
    private typealias Driver = WatchDriver

    @Test("old and repeated events are dropped and counted, and touch nothing")
    func repeats() {
        var driver = Driver.live()
        driver.event(Driver.delta(5, 6, SeatChange(0, .sold)))
        let states = driver.machine.replica.states
        let told = driver.news.count
        driver.event(Driver.delta(5, 6, SeatChange(0, .available)))
        driver.event(Driver.heartbeat(5))
        driver.event(Driver.snapshot(4, [1, 1, 2]))
        #expect(driver.machine.replica.states == states)
        #expect(driver.machine.replica.position.seq == 6)
        #expect(driver.news.count == told)
        #expect(driver.machine.counters.droppedEvents == 3)
        #expect(driver.open == [1])
    }

    @Test("a late snapshot of the history that was left is dropped, the first of a stream is taken")
    func epochs() {
        var driver = Driver.live()
        driver.event(Driver.snapshot(2, [1, 3, 2], epoch: "f"))
        #expect(driver.news.contains(.replaced(changes: [SeatChange(1, .sold)], newEpoch: true, newHall: false)))
        driver.event(Driver.snapshot(4, [1, 1, 2]))
        #expect(driver.machine.replica.position == Position(epoch: "f", seq: 2))
        #expect(driver.machine.counters.droppedEvents == 1)
        driver.networkChanged()
        driver.event(Driver.snapshot(3, [2, 1, 2]))
        #expect(driver.machine.replica.position == Position(epoch: "e", seq: 3))
        #expect(driver.machine.counters.epochChanges == 2)
    }

    @Test("a gateway whose history is shorter than the reader's gives its first snapshot, and it counts")
    func behind() {
        var driver = Driver.live()
        driver.networkChanged()
        driver.event(Driver.snapshot(2, [1, 1, 1]))
        #expect(driver.machine.replica.position.seq == 2)
        #expect(driver.machine.counters.droppedEvents == 0)
    }

    @Test("events of a stream that was left are dropped and counted")
    func leftStreams() {
        var driver = Driver.live()
        driver.networkChanged()
        driver.event(Driver.delta(5, 5, SeatChange(0, .sold)), bytes: 33, on: 1)
        #expect(driver.directives == [])
        #expect(driver.machine.replica.position.seq == 4)
        #expect(driver.machine.counters.droppedEvents == 1)
        #expect(driver.machine.counters.bytes == 43)
        driver.take(driver.machine.streamEnded(id: 1, nil, now: driver.now, using: &driver.generator))
        #expect(driver.directives == [])
        #expect(driver.open == [2])
    }

    @Test("a gap leads to a new stream at once, and with pauses if it repeats")
    func gaps() {
        var driver = Driver.live()
        driver.event(Driver.delta(7, 7, SeatChange(0, .sold)))
        #expect(
            driver.directives == [
                .closeStream(id: 1), .openStream(id: 2, Position(epoch: "e", seq: 4), sideVersion: 0),
                .tell(.state(.connecting(attempt: 1))),
            ])
        #expect(driver.machine.counters.repairedGaps == 0)
        driver.event(Driver.delta(5, 7, SeatChange(0, .sold)))
        #expect(driver.machine.counters.repairedGaps == 1)
        driver.event(Driver.heartbeat(9))
        #expect(driver.open == [])
        guard case .waiting(_, let failure) = driver.machine.state else {
            Issue.record("\(driver.machine.state)")
            return
        }
        #expect(failure.cause == .gap)
        driver.wait()
        driver.event(Driver.delta(8, 9))
        #expect(driver.machine.counters.repairedGaps == 2)
        driver.event(Driver.heartbeat(9))
        driver.pass(.seconds(29))
        driver.event(Driver.heartbeat(9))
        driver.pass(.seconds(29))
        driver.event(Driver.delta(11, 11))
        #expect(driver.open.count == 1, "a gap long after the last is repaired at once again")
        #expect(driver.mostOpen == 1)
    }

    @Test("gaps on every stream end in polling, not in a storm")
    func gapStorm() {
        var driver = Driver.live()
        for _ in 0..<60 where driver.machine.state != .polling {
            driver.open.isEmpty ? driver.wait() : driver.event(Driver.delta(9, 9))
        }
        #expect(driver.machine.state == .polling)
        #expect(driver.opened.count < 14)
    }

    @Test("a delta without a map, or with seats that the map does not have, leads to a snapshot")
    func noMap() {
        var driver = Driver()
        driver.users(1)
        driver.event(Driver.delta(1, 1, SeatChange(0, .sold)))
        #expect(driver.open == [2])
        driver.event(Driver.snapshot(4, [1]))
        driver.pass(.seconds(40))
        driver.event(Driver.delta(5, 5, SeatChange(1, .sold)))
        #expect(driver.opened.last?.position == Position())
    }

    @Test("the show's fields are told when they change")
    func show() {
        var show = Show(
            showID: "s", hallID: "h", startsAt: Timestamp(nanoseconds: 0), endsAt: Timestamp(nanoseconds: 1), version: 3
        )
        var driver = Driver.live()
        driver.event(.show(show))
        #expect(driver.directives == [.tell(.side(show))])
        show.version = 2
        driver.event(.show(show))
        #expect(driver.directives == [])
    }

    @Test("whatever comes in whatever order, one thing at most is open, and the map moves only forward in a stream")
    func chaos() {
        for seed in 0..<300 as Range<UInt64> {
            var driver = Driver(seed: seed)
            var dice = SeededGenerator(seed: seed ^ 0xABCD)
            var seq: UInt64 = 0
            for _ in 0..<200 {
                switch Int.random(in: 0..<14, using: &dice) {
                case 0: driver.users(Int.random(in: 0...3, using: &dice))
                case 1: driver.suspend()
                case 2, 3: driver.resume()
                case 4: driver.networkChanged()
                case 5: driver.end(Bool.random(using: &dice) ? nil : StreamFailure("x"))
                case 6: driver.event(Driver.snapshot(seq, [1, 2]))
                case 7, 8:
                    seq += 1
                    driver.event(Driver.delta(seq, seq, SeatChange(0, .sold)))
                case 9: driver.event(Driver.heartbeat(seq))
                case 10: driver.event(.drain(reconnectAfter: .seconds(1), reason: ""))
                case 11: if !driver.polls.isEmpty { driver.answer(Driver.heartbeat(seq)) }
                case 12: driver.event(Driver.heartbeat(seq), on: Int.random(in: 0...9, using: &dice))
                default: driver.wait()
                }
                if driver.machine.users > 0, !driver.machine.isSuspended {
                    #expect(driver.machine.wakesAt != nil, "seed \(seed): nothing is waited for")
                }
                #expect(driver.open.count + driver.polls.count <= 1, "seed \(seed)")
            }
            #expect(driver.mostOpen <= 1, "seed \(seed)")
        }
    }
}
