/// A day of the Gregorian calendar, as its number: 1970-01-01 is 0.
package struct CivilDate: Sendable, Hashable, Comparable {
    package var days: Int64

    package init(days: Int64) {
        self.days = days
    }

    /// `month` 1 to 12; `day` may lie beyond the month's end.
    package init(year: Int64, month: Int64, day: Int64) {
        // Years that begin in March: the leap day is a year's last one.
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        days = era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// The day of a point of time, in seconds since the beginning of 1970 by some clock.
    package init(seconds: Int64) {
        days = seconds.flooredQuotient(by: 86_400)
    }

    package static func < (lhs: CivilDate, rhs: CivilDate) -> Bool { lhs.days < rhs.days }

    package var next: CivilDate { CivilDate(days: days + 1) }
    package var previous: CivilDate { CivilDate(days: days - 1) }

    /// Seconds from the beginning of 1970 to the day's beginning, by its own clock.
    package var seconds: Int64 { days * 86_400 }

    /// 0 is Sunday.
    package var weekday: Int64 { days + 4 - (days + 4).flooredQuotient(by: 7) * 7 }

    package var parts: (year: Int64, month: Int64, day: Int64) {
        let shifted = days + 719_468
        let era = shifted.flooredQuotient(by: 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    /// `YYYY-MM-DD`.
    package var text: String {
        func digits(_ number: Int64, _ width: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
        }
        let (year, month, day) = parts
        return "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))"
    }

    static func isLeap(_ year: Int64) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }
}

extension Int64 {
    /// Rounded towards minus infinity; `divisor` is above 0.
    func flooredQuotient(by divisor: Int64) -> Int64 {
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }
}
