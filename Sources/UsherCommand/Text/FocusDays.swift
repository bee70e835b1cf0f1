import Foundation
import UsherCore

/// The days of a time zone as people count them, which may start some time after midnight.
struct FocusDays {
    private let calendar: Calendar
    private let dayStartsAt: TimeSpan

    init(zone: TimeZone, dayStartsAt: TimeSpan) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        self.calendar = calendar
        self.dayStartsAt = dayStartsAt
    }

    /// The day that a point of time belongs to, by what the zone's clocks show.
    func day(of time: Timestamp) -> CivilDate {
        let date = Date(timeIntervalSince1970: Double(time.nanoseconds) / 1e9)
        let offset = Int64(calendar.timeZone.secondsFromGMT(for: date))
        let seconds = (Double(time.nanoseconds) / 1e9).rounded(.down)
        return CivilDate(seconds: Int64(seconds) + offset - dayStartsAt.nanoseconds / 1_000_000_000)
    }

    /// When `day` and so many more starts.
    func start(of day: CivilDate, plus days: Int = 0) -> Timestamp {
        let (year, month, date) = CivilDate(days: day.days + Int64(days)).parts
        let seconds = Int(dayStartsAt.nanoseconds / 1_000_000_000)
        let parts = DateComponents(
            year: Int(year), month: Int(month), day: Int(date), hour: seconds / 3_600, minute: seconds / 60 % 60,
            second: seconds % 60)
        let start = calendar.date(from: parts) ?? Date(timeIntervalSince1970: Double(day.seconds))
        return Timestamp(nanoseconds: Int64(start.timeIntervalSince1970) * 1_000_000_000)
    }

    /// A bar for each day of the range, those without focus too.
    func bars(_ range: Range<Timestamp>, _ statistics: FocusStatistics) -> [FocusChart.Bar] {
        let focused = byDate(statistics)
        return dates(range).map { day in
            FocusChart.Bar(label: "\(Self.weekday(day)) \(day.text)", focused: focused[day.text] ?? .zero)
        }
    }

    /// A bar for each week, from Monday, of the range.
    func weeks(_ range: Range<Timestamp>, _ statistics: FocusStatistics) -> [FocusChart.Bar] {
        let focused = byDate(statistics)
        var bars: [FocusChart.Bar] = []
        for day in dates(range) {
            if bars.isEmpty || day.weekday == 1 {
                bars.append(FocusChart.Bar(label: "from \(day.text)", focused: .zero))
            }
            bars[bars.count - 1].focused.nanoseconds += focused[day.text]?.nanoseconds ?? 0
        }
        return bars
    }

    /// `2027-01-09 to 2027-01-15`.
    func label(_ range: Range<Timestamp>) -> String {
        let dates = dates(range)
        guard let first = dates.first, let last = dates.last, first != last else { return dates.first?.text ?? "" }
        return "\(first.text) to \(last.text)"
    }

    private func dates(_ range: Range<Timestamp>) -> [CivilDate] {
        let last = day(of: range.upperBound - TimeSpan(nanoseconds: 1))
        let first = day(of: range.lowerBound)
        guard first <= last else { return [] }
        return (first.days...last.days).map(CivilDate.init(days:))
    }

    private func byDate(_ statistics: FocusStatistics) -> [String: TimeSpan] {
        Dictionary(statistics.days.map { ($0.date, $0.focused) }, uniquingKeysWith: { first, _ in first })
    }

    private static func weekday(_ day: CivilDate) -> String {
        ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"][Int(day.weekday)]
    }
}
