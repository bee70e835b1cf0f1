import UsherCore

/// What one consumer of a room was told and what it was not yet: the members that it knows, and those touched since,
/// however slow it is.
struct RoomMerger: WatchMerger {
    private struct Told {
        var member: RoomMember
        /// The lower, the earlier it was told.
        var rank: Int
    }

    private var told: [String: Told] = [:]
    private var lastRank = 0
    private var touched: Set<String> = []
    /// They left and joined again, or stand elsewhere among the others.
    private var rejoined: Set<String> = []
    private var isReset = true
    private var position = Position()
    private var hall: LoadedHall.Key?
    private var counts: RoomCounts?
    private var presence = PresencePhase.absent
    private var connection: MapConnection?
    private var isHistoryLost = false

    mutating func touch(_ differences: [RoomDifference]) {
        guard !isReset else { return }
        for difference in differences {
            switch difference {
            case .joined(let member):
                touched.insert(member.memberID)
                rejoined.insert(member.memberID)
            case .updated(let update): touched.insert(update.memberID)
            case .left(let memberID): touched.insert(memberID)
            case .counts: break
            }
        }
    }

    /// Somebody is shown otherwise.
    mutating func touch(_ memberID: String) {
        if !isReset { touched.insert(memberID) }
    }

    mutating func historyLost() {
        // Who has not heard of the first list has nothing to unlearn.
        if !isReset { isHistoryLost = true }
    }

    /// What there is to tell; nil if nothing differs from what was told, and before the room is there.
    mutating func take(_ view: RoomView) -> RoomUpdate? {
        guard view.isThere else { return nil }
        var update = RoomUpdate(position: view.position)
        if isReset {
            isReset = false
            update.isReset = true
            update.joined = view.members
            for member in update.joined { tell(member) }
        } else if !touched.isEmpty {
            differences(view, &update)
        }
        if let new = view.hall, new.key != hall {
            hall = new.key
            update.hall = new.hall
        }
        if view.replica.detail == .counts, let new = view.counts,
            new.whole != counts?.whole || new.areas != counts?.areas
        {
            counts = new
            update.counts = new
        }
        if view.presence != presence {
            presence = view.presence
            update.presence = view.presence
        }
        if view.connection != connection {
            connection = view.connection
            update.connection = view.connection
        }
        update.isHistoryLost = isHistoryLost
        isHistoryLost = false
        let isEmpty = update == RoomUpdate(position: position)
        position = view.position
        return isEmpty ? nil : update
    }

    private mutating func tell(_ member: RoomMember) {
        lastRank += 1
        told[member.memberID] = Told(member: member, rank: lastRank)
    }

    private mutating func differences(_ view: RoomView, _ update: inout RoomUpdate) {
        // The own member may be shown before the room tells of them, and of others who joined earlier.
        let mine = view.me.map(\.memberID)
        if let mine, told[mine] != nil { touched.insert(mine) }
        for memberID in touched {
            let old = told[memberID]?.member
            guard let new = view.member(memberID) else {
                if told.removeValue(forKey: memberID) != nil { update.left.append(memberID) }
                continue
            }
            guard let old else {
                update.joined.append(new)
                continue
            }
            let isElsewhere = memberID == mine ? isOutOfOrder(memberID, view) : rejoined.contains(memberID)
            if isElsewhere || old.joinedAt != new.joinedAt {
                update.left.append(memberID)
                update.joined.append(new)
            } else if let change = MemberUpdate(from: old, to: new) {
                update.updated.append(change)
                told[memberID]?.member = new
            }
        }
        update.left.sort()
        update.updated.sort { $0.memberID < $1.memberID }
        update.joined.sort { view.place(of: $0.memberID) < view.place(of: $1.memberID) }
        for member in update.joined { tell(member) }
        rejoined = []
        // After a burst the table's room is given back.
        touched.removeAll(keepingCapacity: touched.count <= Limits.touchedSeatsKept)
    }

    /// Whether somebody who was told, or is told now, stands on the other side of the member than it would.
    private func isOutOfOrder(_ memberID: String, _ view: RoomView) -> Bool {
        guard let rank = told[memberID]?.rank else { return false }
        let place = view.place(of: memberID)
        for (other, known) in told where other != memberID && known.rank > rank && view.place(of: other) < place {
            if view.member(other) != nil { return true }
        }
        return touched.contains { other in
            (told[other] == nil || rejoined.contains(other)) && other != memberID && view.place(of: other) < place
                && view.member(other) != nil
        }
    }
}
