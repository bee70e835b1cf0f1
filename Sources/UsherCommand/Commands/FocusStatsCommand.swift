import Foundation
import Usher
import UsherCore

/// `usher focus stats`: focus by day or week, as bars.
enum FocusStatsCommand {
    static let spec = CommandSpec(
        "focus stats", "draw a member's completed focus by day",
        positionals: [
            PositionalSpec("MEMBER", "who (default: USHER_MEMBER, else your user name)", count: .optional)
        ],
        options: [
            OptionSpec("days", "N", "the last N days, today included (default: 7)"),
            OptionSpec("from", "TIME", "RFC 3339; with --to, instead of --days"),
            OptionSpec("to", "TIME", "RFC 3339, not included (default: the end of today)"),
            OptionSpec("by", "day|week", "a bar for each day or week (default: day)"),
            OptionSpec("zone", "NAME", "whose days, as Europe/Berlin (default: this machine's time zone)"),
            OptionSpec("day-starts-at", "SPAN", "after midnight, as 4h for night owls (default: 0h)"),
        ] + DrawOptions.plain + [ClientOptions.json] + ClientOptions.server
    ) { arguments, console in
        let memberID = try RoomOptions.memberID(
            arguments.positionals.first, console, hint: "name the MEMBER behind the command, or set USHER_MEMBER")
        let style = try DrawOptions.style(arguments, console)
        let byWeek = try arguments.choice("by", of: ["day", "week"]) == "week"
        let dayStartsAt = try ShowOptions.span("day-starts-at", arguments) ?? .zero
        let zone = try zone(arguments["zone"])
        let days = FocusDays(zone: zone, dayStartsAt: dayStartsAt)
        let range = try range(arguments, days, now: SystemTime.now)
        let statistics = try await ClientOptions.withClient(arguments, console) { client in
            try await client.focusStatistics(
                of: memberID, timeZone: zone.identifier, from: range.lowerBound, to: range.upperBound,
                dayStartsAt: dayStartsAt)
        }
        if arguments.has("json") {
            try console.line(JSONLine.statistics(statistics))
            return
        }
        let bars = byWeek ? days.weeks(range, statistics) : days.bars(range, statistics)
        let title = "focus of \(memberID), \(days.label(range)) (\(zone.identifier))"
        for line in FocusChart(style: style).lines(bars, title: title, statistics) { console.line(line) }
    }

    private static func zone(_ told: String?) throws(UsageError) -> TimeZone {
        guard let told else { return .current }
        guard let zone = TimeZone(identifier: told) else {
            throw UsageError(
                "there is no time zone `\(told)`",
                hint: Spelling.hint(told, among: TimeZone.knownTimeZoneIdentifiers) ?? "as Europe/Berlin or UTC")
        }
        return zone
    }

    private static func range(
        _ arguments: ParsedArguments, _ days: FocusDays, now: Timestamp
    ) throws(UsageError) -> Range<Timestamp> {
        let count = try arguments.integer("days", in: 1...Limits.drawnDays)
        let from = try time("from", arguments)
        let to = try time("to", arguments)
        if count != nil, from != nil { throw UsageError("either --days or --from") }
        let end = to ?? days.start(of: days.day(of: now), plus: 1)
        let start = from ?? days.start(of: days.day(of: end - TimeSpan(nanoseconds: 1)), plus: 1 - (count ?? 7))
        guard start < end else { throw UsageError("--from must lie before --to") }
        guard end - start <= .hours(24 * Int64(Limits.drawnDays + 2)) else {
            throw UsageError("at most \(Limits.drawnDays) days can be drawn")
        }
        return start..<end
    }

    private static func time(_ option: String, _ arguments: ParsedArguments) throws(UsageError) -> Timestamp? {
        guard let text = arguments[option] else { return nil }
        guard let time = TimeText.parse(text) else {
            throw UsageError("--\(option) takes a time, not `\(text)`", hint: "as 2026-12-31T00:00:00+01:00")
        }
        return time
    }
}
