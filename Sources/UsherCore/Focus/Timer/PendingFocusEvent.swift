/// An event that was made here and that the gateway has not answered yet.
package struct PendingFocusEvent: Sendable, Equatable {
    package var event: FocusEvent
    /// When it was made, by the device's own clocks.
    package var madeAt: DeviceTime
    /// `event.at` is by the gateway's clock; else it follows from `madeAt` once that is known.
    package var isTimeKnown: Bool

    package init(event: FocusEvent, madeAt: DeviceTime, isTimeKnown: Bool) {
        self.event = event
        self.madeAt = madeAt
        self.isTimeKnown = isTimeKnown
    }
}
