extension FocusStatistics {
    /// Splits focusing stretches between the days of a zone. What lies outside `from..<to` is cut off and counts
    /// nowhere, neither in the streak.
    ///
    /// - Parameters:
    ///   - stretches: Of completed sessions, in any order; no two overlap.
    ///   - startsAt: When a day starts, after midnight by the zone's clocks: at a time that a clock skips, as much later
    ///     as it skips.
    package init(
        of stretches: some Sequence<FocusStretch>, zone: ZoneRules, dayStartsAt startsAt: TimeSpan,
        from: Timestamp, to: Timestamp
    ) {
        var sums: [CivilDate: Int64] = [:]
        // Most stretches are in the day of the one before.
        var (day, begins, ends) = (CivilDate(days: 0), Timestamp.never, Timestamp.earliest)
        for stretch in stretches {
            var start = max(stretch.start, from)
            let end = min(stretch.end, to)
            while start < end {
                if start < begins || start >= ends {
                    day = zone.day(of: start, startsAt: startsAt)
                    begins = zone.start(of: day, startsAt: startsAt)
                    ends = zone.start(of: day.next, startsAt: startsAt)
                }
                let cut = min(end, ends)
                // Only the last moment that a timestamp can tell is in no day.
                guard cut > start else { break }
                sums[day, default: 0] += (cut - start).nanoseconds
                start = cut
            }
        }
        let days = sums.sorted { $0.key < $1.key }
        self.init(
            days: days.map { FocusDay(date: $0.key.text, focused: TimeSpan(nanoseconds: $0.value)) },
            streakDays: Self.streak(days.map(\.key), zone: zone, startsAt: startsAt, from: from, to: to),
            total: TimeSpan(nanoseconds: days.reduce(0) { $0 + $1.value }))
    }

    /// The run of days that ends on the last day before `to`, or the day before that.
    private static func streak(
        _ days: [CivilDate], zone: ZoneRules, startsAt: TimeSpan, from: Timestamp, to: Timestamp
    ) -> Int {
        guard from < to, var expected = days.last else { return 0 }
        let lastDay = zone.day(of: Timestamp(nanoseconds: to.nanoseconds - 1), startsAt: startsAt)
        guard expected >= zone.dayBefore(lastDay, startsAt: startsAt) else { return 0 }
        var length = 0
        for day in days.reversed() {
            guard day == expected else { break }
            length += 1
            expected = zone.dayBefore(day, startsAt: startsAt)
        }
        return length
    }
}

extension ZoneRules {
    /// The day before that has any time: a zone that changed sides of the date line skipped one.
    fileprivate func dayBefore(_ day: CivilDate, startsAt: TimeSpan) -> CivilDate {
        let previous = day.previous
        let isEmpty = start(of: previous, startsAt: startsAt) >= start(of: day, startsAt: startsAt)
        return isEmpty ? previous.previous : previous
    }
}
