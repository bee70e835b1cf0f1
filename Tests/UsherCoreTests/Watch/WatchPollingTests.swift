import Testing

@testable import UsherCore

@Suite("A map that no stream reaches") struct WatchPollingTests {
    private typealias Driver = WatchDriver

    @Test("after ten failures in a row the map is polled, every 5 s give or take a fifth")
    func polls() {
        var driver = Driver.live()
        driver.failUntilPolling()
        #expect(driver.opened.count == 10)
        #expect(driver.machine.isStale)
        let gaveUp = driver.now
        driver.wait()
        #expect(driver.polls.count == 1)
        #expect((0...5_000_000_000).contains(driver.now - gaveUp))
        driver.answer(Driver.delta(5, 6, SeatChange(0, .sold)))
        #expect(driver.directives == [.tell(.changed([SeatChange(0, .sold)]))])
        #expect(!driver.machine.isStale)
        for _ in 0..<3 {
            let answered = driver.now
            driver.wait()
            guard driver.polls.count == 1 else { break }
            #expect((4_000_000_000...6_000_000_000).contains(driver.now - answered))
            driver.answer(Driver.heartbeat(6))
        }
        #expect(driver.machine.state == .polling)
        #expect(driver.mostOpen == 1)
    }

    @Test("no failure is told while the map is polled")
    func quiet() {
        var driver = Driver.live()
        driver.failUntilPolling()
        driver.news = []
        for _ in 0..<100 {
            driver.wait()
            if !driver.polls.isEmpty { driver.failPoll() }
            if !driver.open.isEmpty { driver.end() }
        }
        #expect(driver.news == [])
        #expect(driver.machine.state == .polling)
        #expect(driver.machine.isStale)
        #expect(driver.mostOpen == 1)
        #expect(driver.polled.count > 60)
        #expect(driver.opened.count > 15, "streams are tried all the same")
    }

    @Test("a stream is tried every 30 s, keeps polls waiting for 10 s at most, and its first event ends the polling")
    func probe() {
        var driver = Driver.live()
        driver.failUntilPolling()
        let gaveUp = driver.now
        while driver.open.isEmpty {
            driver.wait()
            if !driver.polls.isEmpty { driver.answer(Driver.heartbeat(4)) }
        }
        #expect((24_000_000_000...42_000_000_000).contains(driver.now - gaveUp))
        #expect(driver.machine.state == .polling)
        let opened = driver.now
        driver.wait()
        #expect(driver.now - opened == 10_000_000_000)
        #expect(driver.open.isEmpty)
        #expect(driver.machine.state == .polling)
        driver.wait()
        #expect(driver.now - opened == 10_000_000_000, "the poll that waited comes at once")
        driver.answer(Driver.heartbeat(4))
        while driver.open.isEmpty {
            driver.wait()
            if !driver.polls.isEmpty { driver.answer(Driver.heartbeat(4)) }
        }
        driver.event(Driver.heartbeat(4))
        #expect(driver.directives.first == .tell(.state(.live)))
        #expect(driver.mostOpen == 1)
    }

    @Test("an answer that comes after another network was found is dropped")
    func lateAnswer() {
        var driver = Driver.live()
        driver.failUntilPolling()
        driver.wait()
        let poll = driver.poll
        driver.networkChanged()
        #expect(driver.directives.first == .cancelPoll(id: poll))
        driver.event(Driver.delta(5, 9, SeatChange(0, .sold)))
        driver.answer(Driver.delta(5, 5, SeatChange(0, .locked)))
        #expect(driver.directives == [])
        #expect(driver.machine.replica.position.seq == 9)
        #expect(driver.machine.replica.states[0] == SeatState.sold.rawValue)
        #expect(driver.machine.counters.droppedEvents == 1)
    }

    @Test("a poll without an answer is given up after 20 s, and one that the gateway refuses ends the map")
    func pollFailures() {
        var driver = Driver.live()
        driver.failUntilPolling()
        driver.wait()
        let sent = driver.now
        driver.wait()
        #expect(driver.now - sent == 20_000_000_000)
        #expect(driver.directives.first == .cancelPoll(id: driver.poll))
        while driver.polls.isEmpty {
            if !driver.open.isEmpty { driver.end() }
            driver.wait()
        }
        driver.failPoll(StreamFailure("busy", retryAfter: .seconds(60)))
        let refused = driver.now
        let count = driver.polled.count
        while driver.polled.count == count {
            if !driver.open.isEmpty { driver.end() }
            driver.wait()
        }
        #expect(driver.now - refused >= 60_000_000_000)
        driver.failPoll(StreamFailure("no such show", isFinal: true))
        #expect(driver.machine.state == .failed(StreamFailure("no such show", isFinal: true)))
        #expect(driver.machine.wakesAt == nil)
    }

    @Test("a drained attempt keeps the polls going")
    func drainedProbe() {
        var driver = Driver.live()
        driver.failUntilPolling()
        while driver.open.isEmpty {
            driver.wait()
            if !driver.polls.isEmpty { driver.answer(Driver.heartbeat(4)) }
        }
        driver.event(.drain(reconnectAfter: .minutes(5), reason: ""))
        #expect(driver.machine.state == .polling)
        driver.wait()
        #expect(driver.polls.count == 1)
    }
}
