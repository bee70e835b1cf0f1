/// Something that the app has the system do for a session, and that would haunt the user if it outlived it.
public enum FocusReminder: Sendable, Hashable, Identifiable {
    case notification(FocusNotification)
    case activity(FocusActivity)

    public var id: String {
        switch self {
        case .notification(let notification): notification.id
        case .activity(let activity): activity.id
        }
    }

    /// Whether both are the same to a person: clocks differ by a little each time they are compared.
    func isNear(_ other: FocusReminder) -> Bool {
        switch (self, other) {
        case (.notification(let one), .notification(let other)):
            return one.id == other.id && Self.isNear(one.at, other.at)
        case (.activity(let one), .activity(let other)):
            guard one.id == other.id, one.state == other.state, one.planned == other.planned else { return false }
            let elapsed = (one.elapsed?.nanoseconds ?? 0).subtractingReportingOverflow(other.elapsed?.nanoseconds ?? 0)
            return Self.isNear(one.countsFrom, other.countsFrom) && Self.isNear(one.countsTo, other.countsTo)
                && elapsed.partialValue.magnitude <= UInt64(Limits.focusReminderTolerance.nanoseconds)
        case (.notification, .activity), (.activity, .notification): return false
        }
    }

    private static func isNear(_ one: Timestamp?, _ other: Timestamp?) -> Bool {
        switch (one, other) {
        case (nil, nil): true
        case (let one?, let other?):
            (one - other).nanoseconds.magnitude <= UInt64(Limits.focusReminderTolerance.nanoseconds)
        case (nil, _?), (_?, nil): false
        }
    }
}
