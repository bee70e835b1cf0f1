import TerminalKit
import Usher

/// What stands on the screen at one moment. Pure: the same values give the same lines.
struct Frame {
    var roomID: String
    /// How the app stands to the gateway, in words.
    var connection: String
    var position: Position
    var members: [RoomMember]
    var cursor: HallCursor?
    /// The member whose app this is.
    var me: String
    /// Now, by the gateway's clock.
    var now: Timestamp
    var timer: TimerText
    /// Asked for with a key; nil shows who is there.
    var statistics: FocusStatistics?
    /// What happened last.
    var message: String

    /// Lines around the picture, without the list.
    static let otherLines = 6
    /// Members, or days, that are listed.
    static let listed = 6
    private static let help = "space sit  u stand  f focus  p pause  c finish  x give up  i stats  q leave"

    /// Lines of a screen that are left for the picture.
    static func room(of height: Int) -> Int { max(1, height - otherLines - listed) }

    func lines(width: Int, height: Int) -> [String] {
        var lines = [title, status]
        let room = Self.room(of: height)
        let sitting = Dictionary(
            members.filter { !$0.seat.isEmpty }.map { ($0.seat, $0) }, uniquingKeysWith: { first, _ in first })
        if let cursor {
            let signs = MemberSigns(hall: cursor.hall, sitting: sitting, me: me)
            lines += HallPicture(cursor, sign: signs.sign).lines().prefix(room)
        }
        lines += Array(repeating: "", count: max(0, room + 2 - lines.count))
        lines.append(StatusSign.legend)
        let list = statistics.map(days) ?? people
        lines += list.prefix(Self.listed) + Array(repeating: "", count: max(0, Self.listed - list.count))
        lines += [
            timer.line, [here(sitting), Text.safe(message)].filter { !$0.isEmpty }.joined(separator: " · "), Self.help,
        ]
        // The picture's lines have the view's width already, and escapes that a cut could break.
        let picture = 2..<(2 + room)
        return lines.enumerated().map { picture.contains($0) ? $1 : Text.clip($1, width) }.prefix(height).map { $0 }
    }

    private var title: String {
        guard cursor != nil else { return "reading the room …" }
        let focusing = members.count { $0.status == .focusing }
        return "\(Text.safe(roomID)) · \(members.count) there · \(focusing) focusing"
    }

    private var status: String { "\(connection)\(cursor == nil ? "" : " · seq \(position.seq)")" }

    /// Oneself first, then those who focus, then by name.
    private var people: [String] {
        let sorted = members.sorted { one, other in
            if (one.memberID == me) != (other.memberID == me) { return one.memberID == me }
            if (one.status == .focusing) != (other.status == .focusing) { return one.status == .focusing }
            return one.memberID < other.memberID
        }
        let rest = sorted.count - Self.listed
        let shown = sorted.prefix(rest > 0 ? Self.listed - 1 : Self.listed).map(person)
        return rest > 0 ? shown + ["… and \(rest + 1) more"] : shown
    }

    private func person(_ member: RoomMember) -> String {
        let name = Text.safe(member.nickname.isEmpty ? member.memberID : member.nickname)
        var words = "\(StatusSign.of(member.status)) \(name)\(member.memberID == me ? " (you)" : "")"
        words += member.seat.isEmpty ? " · standing" : " · \(Text.safe(member.seat))"
        words += " · \(member.status)"
        if let started = member.focusStartedAt {
            // From one time stamp, whoever looks and whenever: nothing has to be sent each minute.
            words += " \(Text.clock(max(.zero, now - started)))"
            if let planned = member.planned { words += " of \(Text.clock(planned))" }
        }
        return words
    }

    private func days(_ statistics: FocusStatistics) -> [String] {
        let total = "\(Text.minutes(statistics.total)) in all · a streak of \(statistics.streakDays) day(s)"
        return [total]
            + statistics.days.suffix(Self.listed - 1).map { day in
                let minutes = Int(day.focused.nanoseconds / 60_000_000_000)
                return "\(day.date) \(String(repeating: "█", count: min(40, minutes / 5))) \(Text.minutes(day.focused))"
            }
    }

    /// The seat under the cursor.
    private func here(_ sitting: [String: RoomMember]) -> String {
        guard let cursor, let index = cursor.seat else { return "" }
        let seat = cursor.hall.seats[index]
        let area = cursor.hall.areas.first { area in
            (area.firstRow..<area.firstRow + area.rowCount).contains(seat.row)
                && (area.firstColumn..<area.firstColumn + area.columnCount).contains(seat.column)
        }
        let place = area.map { " (\(Text.safe($0.name.isEmpty ? $0.areaID : $0.name)))" } ?? ""
        let member = sitting[seat.code].map { $0.nickname.isEmpty ? $0.memberID : $0.nickname }
        return "seat \(Text.safe(seat.code))\(place): \(member.map(Text.safe) ?? "free")"
    }
}
