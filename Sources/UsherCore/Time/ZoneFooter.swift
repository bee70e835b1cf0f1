/// The rule of a zone file's last line (a POSIX `TZ` text with RFC 9636's wider hours): what holds after the file's last
/// change, for ever.
struct ZoneFooter: Sendable, Equatable {
    /// A change's day and time in any year.
    struct Rule: Sendable, Equatable {
        enum Day: Sendable, Equatable {
            /// `Jn`: 1 to 365; February 29 is never counted.
            case julian(Int64)
            /// `n`: 0 to 365; February 29 is counted.
            case ordinal(Int64)
            /// `Mm.w.d`: the week's weekday of the month, week 5 the last; 0 is Sunday.
            case weekday(month: Int64, week: Int64, weekday: Int64)
        }

        var day: Day
        /// Seconds after the day's midnight by the clock before the change; also negative and beyond a day.
        var time: Int64

        /// Seconds since the beginning of 1970 by the clock before the change.
        func wall(year: Int64) -> Int64 {
            let date: CivilDate
            switch day {
            case .julian(let number):
                let leap = CivilDate.isLeap(year) && number >= 60
                date = CivilDate(days: CivilDate(year: year, month: 1, day: 1).days + number - 1 + (leap ? 1 : 0))
            case .ordinal(let number):
                date = CivilDate(days: CivilDate(year: year, month: 1, day: 1).days + number)
            case .weekday(let month, let week, let weekday):
                let first = CivilDate(year: year, month: month, day: 1)
                let ahead = (weekday - first.weekday + 7) % 7
                var days = first.days + ahead + (week - 1) * 7
                let following =
                    month == 12
                    ? CivilDate(year: year + 1, month: 1, day: 1) : CivilDate(year: year, month: month + 1, day: 1)
                if days >= following.days { days -= 7 }
                date = CivilDate(days: days)
            }
            return date.seconds + time
        }
    }

    /// Seconds east of UTC.
    var standard: Int64
    var summer: Summer?

    struct Summer: Sendable, Equatable {
        var offset: Int64
        var begins: Rule
        var ends: Rule
    }

    /// The offset at a time, and the next change behind it.
    func segment(at seconds: Int64) -> (offset: Int64, until: Int64?) {
        guard let summer else { return (standard, nil) }
        let year = CivilDate(seconds: seconds + standard).parts.year
        var changes: [(at: Int64, offset: Int64)] = []
        // A rule may be up to a week beside its year, and a summer over the turn of the year begins in the one before.
        for year in (year - 2)...(year + 2) {
            // At one moment summer comes last: that is how a summer all the year round is written.
            changes.append((summer.ends.wall(year: year) - summer.offset, standard))
            changes.append((summer.begins.wall(year: year) - standard, summer.offset))
        }
        changes = changes.enumerated().sorted {
            ($0.element.at, $0.element.offset == summer.offset ? 1 : 0, $0.offset)
                < ($1.element.at, $1.element.offset == summer.offset ? 1 : 0, $1.offset)
        }.map(\.element)
        let next = changes.partitioningIndex { $0.at > seconds }
        let offset = next > 0 ? changes[next - 1].offset : standard
        return (offset, next < changes.count ? changes[next].at : nil)
    }
}

extension ZoneFooter {
    /// Reads the text between the file's last two line ends. Throws if it is none.
    init(_ text: some Collection<UInt8>) throws(ZoneError) {
        var scanner = Scanner(rest: Array(text)[...])
        guard scanner.takesName() else { throw ZoneError("a footer without a name") }
        guard let west = scanner.time(hours: 24) else { throw ZoneError("a footer without an offset") }
        standard = -west
        guard !scanner.rest.isEmpty else { return }
        guard scanner.takesName() else { throw ZoneError("a footer with a bad summer name") }
        var offset = standard + 3_600
        if let first = scanner.rest.first, first != UInt8(ascii: ",") {
            guard let west = scanner.time(hours: 24) else { throw ZoneError("a footer with a bad summer offset") }
            offset = -west
        }
        guard let begins = scanner.rule(), let ends = scanner.rule(), scanner.rest.isEmpty else {
            throw ZoneError("a footer with bad rules")
        }
        summer = Summer(offset: offset, begins: begins, ends: ends)
    }

    private struct Scanner {
        var rest: ArraySlice<UInt8>

        mutating func takes(_ character: Unicode.Scalar) -> Bool {
            guard rest.first == UInt8(ascii: character) else { return false }
            rest.removeFirst()
            return true
        }

        /// At least three letters, or anything of letters, digits and signs in angle brackets.
        mutating func takesName() -> Bool {
            let isQuoted = takes("<")
            let name = rest.prefix { byte in
                switch byte {
                case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"): true
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"): isQuoted
                default: false
                }
            }
            rest = rest[name.endIndex...]
            return name.count >= 3 && (!isQuoted || takes(">"))
        }

        /// At most four digits: no number of a footer has more than three.
        mutating func number(in range: ClosedRange<Int64>) -> Int64? {
            var value: Int64 = 0
            var count = 0
            while let byte = rest.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte), count < 4 {
                value = value * 10 + Int64(byte - UInt8(ascii: "0"))
                count += 1
                rest.removeFirst()
            }
            return count > 0 && range.contains(value) ? value : nil
        }

        /// `[+-]hh[:mm[:ss]]` in seconds.
        mutating func time(hours: Int64) -> Int64? {
            let isNegative = takes("-")
            if !isNegative { _ = takes("+") }
            guard var seconds = number(in: 0...hours).map({ $0 * 3_600 }) else { return nil }
            for unit in [Int64(60), 1] {
                guard takes(":") else { break }
                guard let part = number(in: 0...59) else { return nil }
                seconds += part * unit
            }
            return isNegative ? -seconds : seconds
        }

        /// `,date[/time]`; without a time it is 02:00.
        mutating func rule() -> Rule? {
            guard takes(",") else { return nil }
            let day: Rule.Day
            if takes("J") {
                guard let number = number(in: 1...365) else { return nil }
                day = .julian(number)
            } else if takes("M") {
                guard let month = number(in: 1...12), takes("."), let week = number(in: 1...5), takes("."),
                    let weekday = number(in: 0...6)
                else { return nil }
                day = .weekday(month: month, week: week, weekday: weekday)
            } else {
                guard let number = number(in: 0...365) else { return nil }
                day = .ordinal(number)
            }
            guard takes("/") else { return Rule(day: day, time: 2 * 3_600) }
            guard let time = time(hours: 167) else { return nil }
            return Rule(day: day, time: time)
        }
    }
}
