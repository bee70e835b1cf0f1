import TerminalKit
import Usher

/// What stands on the screen at one moment. Pure: the same values give the same lines.
struct Frame {
    var show: Show?
    var connection: MapConnection
    var isStale: Bool
    var position: Position
    var states: [UInt8]
    var cursor: HallCursor?
    var marks: [Int: SeatMark]
    var selected: [String]
    var totals: SelectionTotals
    var phase: SelectionPhase
    var remaining: TimeSpan?
    /// What was lost, and what happened last.
    var lost: [LostSeat]
    var message: String

    private static let legend = "○ free  ◐ locked  ● sold  × blocked  ◆ chosen  ■ locked by you  ★ bought"

    /// Lines around the map.
    static let otherLines = 7

    func lines(width: Int, height: Int) -> [String] {
        var lines = [title, status]
        let room = max(1, height - Self.otherLines)
        if let cursor {
            let signs = SeatSigns(hall: cursor.hall, states: states, marks: marks)
            lines += HallPicture(cursor, sign: signs.sign).lines().prefix(room)
        }
        lines += Array(repeating: "", count: max(0, room + 2 - lines.count))
        lines += [Self.legend, selection, here, news, help]
        // The map's lines have the view's width already, and escapes that a cut could break.
        let map = 2..<(2 + room)
        return lines.enumerated().map { map.contains($0) ? $1 : Text.clip($1, width) }.prefix(height).map { $0 }
    }

    private var title: String {
        guard let cursor else { return "reading the map …" }
        let name = cursor.hall.name.isEmpty ? cursor.hall.hallID : cursor.hall.name
        guard let show else { return Text.safe(name) }
        let closed = show.cancelled ? " · cancelled" : show.salesOpen ? "" : " · sales closed"
        return Text.safe("\(show.title.isEmpty ? show.showID : show.title) · \(name)") + closed
    }

    private var status: String {
        let words =
            switch connection {
            case .connecting(let attempt): attempt > 1 ? "connecting, attempt \(attempt)" : "connecting"
            case .live: "live"
            case .waiting(_, let error): "no connection: \(Text.safe(error.message))"
            case .polling: "live, asking now and then"
            case .suspended: "resting"
            case .failed(let error): "failed: \(Text.safe(error.description))"
            }
        let age = isStale && cursor != nil ? " · the map may be old" : ""
        return words + age + (cursor == nil ? "" : " · seq \(position.seq)") + extent
    }

    /// How much of the hall is in view, if not all.
    private var extent: String {
        guard let cursor else { return "" }
        let shown = cursor.geometry.seats(in: cursor.view.visible).count
        return shown == cursor.hall.seats.count ? "" : " · \(shown) of \(cursor.hall.seats.count) seats in view"
    }

    private var selection: String {
        var parts = ["\(word): \(totals.count) \(totals.count == 1 ? "seat" : "seats")"]
        if !totals.amounts.isEmpty { parts.append(totals.amounts.map(Text.money).joined(separator: " + ")) }
        if let remaining { parts.append(Text.clock(remaining)) }
        if !selected.isEmpty { parts.append(Text.safe(selected.joined(separator: " "))) }
        return parts.joined(separator: " · ")
    }

    private var word: String {
        switch phase {
        case .choosing: "chosen"
        case .locking: "locking"
        case .held: "LOCKED"
        case .changing: "changing"
        case .paying: "PAYING"
        case .confirming: "confirming"
        case .releasing: "releasing"
        case .sold: "SOLD"
        case .lost: "LOST"
        case .expired: "EXPIRED"
        case .released: "released"
        case .resolving(let call): "no answer to \(call) yet, asking again"
        }
    }

    /// The seat under the cursor.
    private var here: String {
        guard let cursor, let index = cursor.seat else { return "" }
        let seat = cursor.hall.seats[index]
        var parts = ["seat \(Text.safe(seat.code))"]
        if let zone = cursor.hall.zones.first(where: { $0.zoneID == seat.zoneID }) {
            parts.append(Text.safe(zone.name.isEmpty ? zone.zoneID : zone.name))
        }
        let price = show?.prices.first { $0.zoneID == seat.zoneID && $0.ticketType.isEmpty }
        if let price {
            parts.append(Text.money(Money(currencyCode: price.currencyCode, amountMinor: price.amountMinor)))
        }
        let state = states.indices.contains(index) ? SeatState(rawValue: states[index]) : nil
        parts.append(state.map { "\($0)" } ?? "not available")
        return parts.joined(separator: " · ")
    }

    private var news: String {
        let losses = lost.map { "\(Text.safe($0.code)) (\($0.reason))" }
        return losses.isEmpty ? Text.safe(message) : "lost: \(losses.joined(separator: ", ")) · \(Text.safe(message))"
    }

    private var help: String {
        phase == .sold
            ? "n next customer  q quit"
            : "arrows/wasd move  space choose  l lock  p pay  c confirm  r release  q quit"
    }
}
