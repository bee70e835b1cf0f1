/// What an app has to do so that exactly those reminders stand that the timer's state needs.
public enum FocusReminderChange: Sendable, Equatable {
    /// The first of every sequence, as after a restart: just these must stand. Any other one of this library's, which
    /// are those whose ids begin with `usher.focus.`, is to be removed.
    case reset([FocusReminder])
    /// Have it shown at its time; one of the same id that stands is replaced.
    case schedule(FocusNotification)
    /// It must not be shown any more.
    case cancel(String)
    case begin(FocusActivity)
    case update(FocusActivity)
    case end(String)
}
