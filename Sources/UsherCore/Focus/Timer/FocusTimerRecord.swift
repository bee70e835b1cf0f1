/// One step of what a focus timer remembers: its store is a list of them.
package enum FocusTimerRecord: Sendable, Equatable {
    /// Whose focus it is, and on which device. The first of every store.
    case began(memberID: String, deviceID: String)
    case clock(FocusClock)
    /// An event that was made here.
    case made(PendingFocusEvent)
    /// The times of the pending events, in order, now that the gateway's clock is known.
    case retimed([Timestamp])
    /// The gateway answered the first so many pending events.
    case settled(Int)
    /// The pending event at this place cannot be accepted any more.
    case dropped(Int)
    /// A session as it is known without the pending events.
    case adopted(KnownSession)
    /// There is no such session any more, or it is too old to be kept.
    case forgot(String)
    /// The app was told that this session's plan is fulfilled.
    case told(String)
}
