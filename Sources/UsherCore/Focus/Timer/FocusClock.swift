/// Which time it is for focus: the gateway's, as far as a device knows it.
///
/// What is believed, and when:
/// - From one moment of a boot to another one of the same boot, the steady clock alone counts. Setting the wall clock
///   moves nothing, and a device that slept has lost nothing, because the steady clock goes on meanwhile. A clock that
///   stands while the device sleeps must not be given as the steady one: its gaps look like a wall clock that was set.
/// - From one boot to another, the wall clock counts, with the signed distance that it had from the gateway's.
/// - The gateway is believed above both. What it says is known up to the time that the call took; within that, nothing
///   is corrected, so that a good clock never jitters.
/// - Before the gateway was heard the first time, the wall clock is taken for right. Times of that age are corrected once
///   it is heard.
/// - A small correction backwards makes the time stand until it is made up for: what is over does not begin again for
///   the sake of a second.
package struct FocusClock: Sendable, Equatable {
    /// What the device showed when the gateway's clock showed `time`.
    package var device: DeviceTime
    package var time: Timestamp
    /// The gateway was heard. Else `time` is the wall clock's.
    package var isKnown: Bool
    /// Where the time stands after a small correction backwards.
    package var floor: Timestamp?

    package init(device: DeviceTime, time: Timestamp, isKnown: Bool) {
        self.device = device
        self.time = time
        self.isKnown = isKnown
    }

    /// Of a device that never heard of the gateway.
    package init(_ device: DeviceTime) {
        self.init(device: device, time: device.wall, isKnown: false)
    }

    /// What the gateway's wall clock is ahead of the device's, as it was known last.
    package var skew: TimeSpan { time - device.wall }

    package func time(at now: DeviceTime) -> Timestamp {
        let time = unbound(at: now)
        return floor.map { max($0, time) } ?? time
    }

    /// What the device's wall clock will show when this clock shows `time`, if nobody sets it.
    package func wall(of time: Timestamp, at now: DeviceTime) -> Timestamp {
        now.wall + (time - self.time(at: now))
    }

    /// Takes a time of the gateway's that it told between these two moments.
    package mutating func heard(_ serverTime: Timestamp, sent: DeviceTime, received: DeviceTime) {
        let shown = time(at: received)
        // Without a steady clock in common the wall clock may have been set back meanwhile.
        let earliest = min(unbound(at: sent), unbound(at: received))
        let latest = unbound(at: received)
        var corrected = latest
        if serverTime < earliest { corrected = latest + (serverTime - earliest) }
        if serverTime > latest { corrected = serverTime }
        let isSmall = isKnown && corrected < shown && shown - corrected <= Limits.focusStandstill
        self = FocusClock(device: received, time: corrected, isKnown: true)
        if isSmall { floor = shown }
    }

    /// The same clock, anchored at this moment: what the wall clock shows now is what counts after a restart.
    package func anchored(at now: DeviceTime) -> FocusClock {
        var clock = FocusClock(device: now, time: unbound(at: now), isKnown: isKnown)
        clock.floor = floor.flatMap { $0 > clock.time ? $0 : nil }
        return clock
    }

    /// Whether a device that remembers `kept` would go wrong after a restart.
    package func isWorthKeeping(after kept: FocusClock) -> Bool {
        guard kept.isKnown == isKnown, kept.device.boot == device.boot else { return true }
        let tolerance = Limits.focusClockTolerance
        return kept.skew.distance(to: skew) > tolerance || (kept.unbound(at: device) - time).magnitude > tolerance
    }

    private func unbound(at now: DeviceTime) -> Timestamp {
        guard now.boot == device.boot else { return now.wall + skew }
        return time + (Timestamp(nanoseconds: now.steady) - Timestamp(nanoseconds: device.steady))
    }
}

extension TimeSpan {
    /// Saturating.
    fileprivate var magnitude: TimeSpan {
        TimeSpan(nanoseconds: nanoseconds == .min ? .max : abs(nanoseconds))
    }

    fileprivate func distance(to other: TimeSpan) -> TimeSpan {
        (Timestamp(nanoseconds: nanoseconds) - Timestamp(nanoseconds: other.nanoseconds)).magnitude
    }
}
