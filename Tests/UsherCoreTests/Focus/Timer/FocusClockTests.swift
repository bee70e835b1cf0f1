import Testing
import UsherCore

@Suite("The time by which focus counts")
struct FocusClockTests {
    private let start = Timestamp(nanoseconds: 1_800_000_000_000_000_000)

    private func device(wall: Timestamp, steady: Int64, boot: String = "a") -> DeviceTime {
        DeviceTime(wall: wall, steady: steady * 1_000_000_000, boot: boot)
    }

    @Test("within a boot a wall clock that is set moves nothing", arguments: [-86_400, -1, 1, 86_400] as [Int64])
    func wallSteps(seconds: Int64) {
        let clock = FocusClock(device(wall: start, steady: 10))
        let later = device(wall: start + .seconds(60 + seconds), steady: 70)
        #expect(clock.time(at: later) == start + .seconds(60))
        #expect(clock.wall(of: start + .seconds(90), at: later) == later.wall + .seconds(30))
    }

    @Test("after a restart of the device the wall clock counts, with the distance that it had")
    func reboot() {
        var clock = FocusClock(device(wall: start, steady: 10))
        let heard = device(wall: start + .seconds(20), steady: 30)
        clock.heard(start + .seconds(-100), sent: heard, received: heard)
        #expect(clock.skew == .seconds(-120))
        #expect(clock.time(at: device(wall: start + .seconds(500), steady: 2, boot: "b")) == start + .seconds(380))
    }

    @Test("a wall clock that is set counts anew from where it was anchored")
    func anchor() {
        let clock = FocusClock(device(wall: start, steady: 10))
        let set = device(wall: start + .hours(5), steady: 20)
        let anchored = clock.anchored(at: set)
        #expect(anchored.isWorthKeeping(after: clock))
        #expect(anchored.time(at: set) == start + .seconds(10))
        #expect(anchored.time(at: device(wall: start + .hours(6), steady: 1, boot: "b")) == start + .seconds(3_610))
    }

    @Test("the gateway's time corrects nothing that the call's own time explains")
    func withinTheCall() {
        var clock = FocusClock(device(wall: start, steady: 0))
        let (sent, received) = (device(wall: start, steady: 0), device(wall: start, steady: 4))
        clock.heard(start + .seconds(1), sent: sent, received: received)
        #expect(clock.isKnown)
        #expect(clock.time(at: received) == start + .seconds(4))
        clock.heard(start + .seconds(9), sent: sent, received: received)
        #expect(clock.time(at: received) == start + .seconds(9))
        clock.heard(start + .seconds(1), sent: sent, received: received)
        #expect(clock.time(at: received) == start + .seconds(9))
    }

    @Test("a small correction backwards makes the time stand, a large one sets it back")
    func corrections() {
        var clock = FocusClock(device(wall: start, steady: 0))
        let here = device(wall: start, steady: 100)
        clock.heard(start + .seconds(100), sent: here, received: here)
        clock.heard(start + .seconds(98), sent: here, received: here)
        #expect(clock.time(at: here) == start + .seconds(100))
        #expect(clock.time(at: device(wall: start, steady: 101)) == start + .seconds(100))
        #expect(clock.time(at: device(wall: start, steady: 103)) == start + .seconds(101))
        clock.heard(start + .seconds(10), sent: here, received: here)
        #expect(clock.time(at: here) == start + .seconds(10))
    }

    @Test("absurd times trap nothing", arguments: [Int64.min, .min + 1, -1, 0, .max])
    func absurd(nanoseconds: Int64) {
        var clock = FocusClock(
            DeviceTime(wall: Timestamp(nanoseconds: nanoseconds), steady: nanoseconds, boot: "a"))
        for boot in ["a", "b"] {
            for other in [Int64.min, 0, .max] {
                let now = DeviceTime(wall: Timestamp(nanoseconds: other), steady: other, boot: boot)
                clock.heard(Timestamp(nanoseconds: nanoseconds), sent: now, received: now)
                _ = clock.time(at: now)
                _ = clock.anchored(at: now).isWorthKeeping(after: clock)
                _ = clock.wall(of: Timestamp(nanoseconds: other), at: now)
            }
        }
    }
}
