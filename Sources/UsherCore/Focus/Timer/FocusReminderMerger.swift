/// What one consumer was told to have standing, against what must stand: however slow it is, what is kept for it is
/// bounded by the reminders of one session, and nothing that it was told stays without its cancel.
package struct FocusReminderMerger: Sendable {
    private var standing: [FocusReminder] = []
    private var hasBegun = false

    package init() {}

    /// The next step from what stands to what is needed; nil if nothing differs. `wall` is the device's.
    package mutating func next(_ needed: [FocusReminder], wall: Timestamp) -> FocusReminderChange? {
        guard hasBegun else {
            hasBegun = true
            standing = needed
            return .reset(needed)
        }
        for (index, old) in standing.enumerated().reversed() where !needed.contains(where: { $0.id == old.id }) {
            standing.remove(at: index)
            switch old {
            case .notification(let notification):
                // One whose time has come was shown: a cancel now might be in time to hide it.
                if notification.at > wall { return .cancel(notification.id) }
            case .activity(let activity): return .end(activity.id)
            }
        }
        for new in needed {
            guard let index = standing.firstIndex(where: { $0.id == new.id }) else {
                standing.append(new)
                switch new {
                case .notification(let notification): return .schedule(notification)
                case .activity(let activity): return .begin(activity)
                }
            }
            if standing[index].isNear(new) { continue }
            standing[index] = new
            switch new {
            case .notification(let notification): return .schedule(notification)
            case .activity(let activity): return .update(activity)
            }
        }
        return nil
    }
}
