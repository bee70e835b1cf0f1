import Testing

@testable import UsherRPC

@Suite("A channel's states")
struct ChannelMachineTests {
    private static let away = RPCError(.unavailable, "away")

    private enum Given: CaseIterable {
        case idle, connecting, ready, pausing, closed

        var machine: ChannelMachine {
            var machine = ChannelMachine()
            if self == .idle { return machine }
            if self == .closed {
                machine.close()
                return machine
            }
            _ = machine.callArrived(waitsForReady: false)
            if self == .ready { machine.connected() }
            if self == .pausing { _ = machine.connectFailed(ChannelMachineTests.away, random: 0) }
            return machine
        }
    }

    @Test("what a new call does depends on the state")
    func calls() {
        for given in Given.allCases {
            for patient in [false, true] {
                var machine = given.machine
                let step = machine.callArrived(waitsForReady: patient)
                switch given {
                case .idle:
                    #expect(step == .connect)
                    #expect(machine.state == .connecting)
                case .connecting: #expect(step == .wait)
                case .ready: #expect(step == .send)
                case .pausing: #expect(step == (patient ? .wait : .fail(Self.away)))
                case .closed: #expect(step == .fail(RPCError(.cancelled, "the channel is closed")))
                }
            }
        }
    }

    @Test("a call whose caller paces itself is kept during a pause, and shortens it")
    func hurry() {
        for given in Given.allCases where given != .pausing {
            var hurried = given.machine
            var calm = given.machine
            #expect(
                hurried.callArrived(waitsForReady: false, hurries: true) == calm.callArrived(waitsForReady: false))
        }
        var machine = Given.pausing.machine
        #expect(machine.callArrived(waitsForReady: false, hurries: true) == .hurry)
        #expect(machine.state == .pausing(Self.away))
    }

    @Test("events that do not fit the state change nothing")
    func strayEvents() {
        for given in Given.allCases {
            var machine = given.machine
            if given != .connecting {
                machine.connected()
                #expect(machine.connectFailed(Self.away, random: 0) == nil)
            }
            if given != .ready { #expect(machine.connectionGone(callsWait: true) == false) }
            if given != .pausing { #expect(machine.pauseEnded(callsWait: true) == false) }
            #expect(machine.state == given.machine.state)
        }
    }

    @Test("after a pause the channel connects only for calls that wait")
    func pauseEnds() {
        var needed = Given.pausing.machine
        #expect(needed.pauseEnded(callsWait: true) == true)
        #expect(needed.state == .connecting)
        var unneeded = Given.pausing.machine
        #expect(unneeded.pauseEnded(callsWait: false) == false)
        #expect(unneeded.state == .idle)
    }

    @Test("pauses grow by 1.6 from 1 s to 120 s, give or take a fifth, and start again after a success")
    func backoff() {
        var machine = ChannelMachine()
        _ = machine.callArrived(waitsForReady: true)
        var expected = 1.0
        for round in 0..<20 {
            let random: UInt64 = round % 2 == 0 ? 0 : .max
            let pause = Double(machine.connectFailed(Self.away, random: random) ?? 0) / 1e9
            let factor = round % 2 == 0 ? 0.8 : 1.2
            #expect(abs(pause - expected * factor) < 0.001 * expected)
            expected = min(expected * 1.6, 120)
            _ = machine.pauseEnded(callsWait: true)
        }
        machine.connected()
        #expect(machine.connectionGone(callsWait: true) == true)
        #expect(machine.connectFailed(Self.away, random: 1 << 63) == 1_000_000_000)
    }

    // MARK: More than one connection

    @Test("without room another connection is made, one at a time and if it may be")
    func growth() {
        var machine = Given.ready.machine
        #expect(machine.callArrived(waitsForReady: false, hasRoom: true, mayGrow: true) == .send)
        #expect(machine.callArrived(waitsForReady: false, hasRoom: false, mayGrow: false) == .wait)
        #expect(machine.growth == .none)
        #expect(machine.callArrived(waitsForReady: false, hasRoom: false, mayGrow: true) == .connect)
        #expect(machine.callArrived(waitsForReady: false, hasRoom: false, mayGrow: true) == .wait)
        #expect(machine.growth == .connecting)
        machine.connected()
        #expect(machine.growth == .none)
        #expect(machine.state == .ready)
        #expect(machine.grows(true) == true)
    }

    @Test("growth that fails pauses by itself: calls that have a connection lose nothing, nor do later pauses grow")
    func failedGrowth() {
        var machine = Given.ready.machine
        #expect(machine.grows(true) == true)
        #expect(machine.connectFailed(Self.away, random: 1 << 63) == 1_000_000_000)
        #expect(machine.state == .ready)
        #expect(machine.callArrived(waitsForReady: false, hasRoom: false, mayGrow: true) == .wait)
        #expect(machine.pauseEnded(callsWait: true) == true)
        #expect(machine.growth == .connecting)
        #expect(machine.connectFailed(Self.away, random: 1 << 63) == 1_600_000_000)
        #expect(machine.pauseEnded(callsWait: false) == false)
        #expect(machine.growth == .none)
        #expect(machine.connectionGone(callsWait: true) == true)
        #expect(machine.connectFailed(Self.away, random: 1 << 63) == 1_000_000_000)
    }

    @Test("an attempt for growth goes on as the only one when the last connection goes")
    func growthBecomesAll() {
        var machine = Given.ready.machine
        #expect(machine.grows(true) == true)
        #expect(machine.connectionGone(callsWait: true) == false)
        #expect(machine.state == .connecting)
        machine.connected()
        #expect(machine.state == .ready)
    }

    // MARK: The network

    @Test("a change of the network ends pauses and attempts: calls that wait connect at once, by the first pause again")
    func networkChanged() {
        for given in Given.allCases where given != .closed {
            for callsWait in [false, true] {
                var machine = given.machine
                #expect(machine.networkChanged(callsWait: callsWait) == callsWait)
                #expect(machine.state == (callsWait ? .connecting : .idle))
            }
        }
        var closed = Given.closed.machine
        #expect(closed.networkChanged(callsWait: true) == false)
        var machine = Given.pausing.machine
        _ = machine.networkChanged(callsWait: true)
        #expect(machine.connectFailed(Self.away, random: 1 << 63) == 1_000_000_000)
    }

    @Test("a connection that answers after all takes calls again, whatever went on meanwhile")
    func connectionBack() {
        var idle = Given.ready.machine
        _ = idle.networkChanged(callsWait: false)
        idle.connectionBack()
        #expect(idle.state == .ready)
        var connecting = Given.ready.machine
        _ = connecting.networkChanged(callsWait: true)
        connecting.connectionBack()
        #expect(connecting.state == .ready)
        #expect(connecting.growth == .connecting)
        var pausing = Given.pausing.machine
        pausing.connectionBack()
        #expect(pausing.state == .ready)
        var closed = Given.closed.machine
        closed.connectionBack()
        #expect(closed.state == .closed)
    }
}
