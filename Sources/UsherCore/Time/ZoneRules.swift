/// The rules of one time zone: which offset from UTC its clocks have when. Made of a file of the tz database.
package struct ZoneRules: Sendable, Equatable {
    package static let utc = ZoneRules(offset: 0)

    /// When clocks change, in seconds since 1970, ascending; and the offset from then on, in seconds east of UTC.
    let changes: [Int64]
    let offsets: [Int64]
    /// Before the first change.
    let firstOffset: Int64
    /// After the last one; nil: as after the last change.
    let footer: ZoneFooter?

    init(changes: [Int64], offsets: [Int64], firstOffset: Int64, footer: ZoneFooter?) {
        self.changes = changes
        self.offsets = offsets
        self.firstOffset = firstOffset
        self.footer = footer
    }

    /// A zone whose clocks never change; seconds east of UTC.
    package init(offset: Int64) {
        self.init(changes: [], offsets: [], firstOffset: offset, footer: nil)
    }

    /// Whether the text may be the name of a zone, and so of a file below the database's directory: letters, digits and
    /// `_ + -` in parts that are divided by `/`, a capital letter first (the other files of a database have small ones).
    /// No such name leads out of the directory.
    package static func isName(_ name: String) -> Bool {
        guard let first = name.utf8.first, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first),
            name.utf8.count <= Limits.zoneNameCharacters
        else { return false }
        return name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy { part in
            !part.isEmpty
                && part.allSatisfy { byte in
                    switch byte {
                    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "+"),
                        UInt8(ascii: "-"):
                        true
                    default: false
                    }
                }
        }
    }

    /// The most bytes that a zone's file is read for.
    package static let longestFile = Limits.zoneFileBytes

    /// Seconds east of UTC that the zone's clocks show at `time`, in whole seconds since 1970.
    package func offset(atSecond seconds: Int64) -> Int64 { segment(at: seconds).offset }

    /// The offset at a time, and when the next change comes.
    private func segment(at seconds: Int64) -> (offset: Int64, until: Int64?) {
        let next = changes.partitioningIndex { $0 > seconds }
        if next < changes.count { return (next == 0 ? firstOffset : offsets[next - 1], changes[next]) }
        return footer?.segment(at: seconds) ?? (offsets.last ?? firstOffset, nil)
    }

    /// When the zone's clocks show `wall` (seconds since the beginning of 1970 by the wall clock), in seconds since
    /// 1970. A time that comes twice is the first one; one that a clock skips is as much later as it skips: 02:30 where
    /// clocks go from 02:00 to 03:00 is 03:30.
    package func seconds(ofWall wall: Int64) -> Int64 {
        // Clocks differ from UTC by less than this: no change before it matters.
        let margin = Int64(Limits.zoneOffset)
        var (offset, until) = segment(at: wall - margin)
        while let change = until, change <= wall + margin {
            let (after, next) = segment(at: change)
            if wall < change + max(offset, after) { break }
            // Of two changes at one moment only the last counts.
            (offset, until) = (after, next)
        }
        return wall - offset
    }

    // MARK: Days

    /// When the day starts: when the wall clock shows `startsAt` (after midnight).
    package func start(of day: CivilDate, startsAt: TimeSpan) -> Timestamp {
        let (whole, rest) = Self.split(startsAt.nanoseconds)
        return Self.timestamp(seconds(ofWall: day.seconds + whole), nanoseconds: rest)
    }

    /// The day that `time` is in, where days start at `startsAt`.
    package func day(of time: Timestamp, startsAt: TimeSpan) -> CivilDate {
        let second = Self.split((time - startsAt).nanoseconds).seconds
        var day = CivilDate(seconds: second + offset(atSecond: Self.split(time.nanoseconds).seconds))
        // The guess is off where a clock changes nearby: by a day, or by two where a whole day was skipped.
        while start(of: day, startsAt: startsAt) > time, start(of: day.previous, startsAt: startsAt) > .earliest {
            day = day.previous
        }
        while start(of: day.next, startsAt: startsAt) <= time, start(of: day.next, startsAt: startsAt) < .never {
            day = day.next
        }
        return day
    }

    private static func split(_ nanoseconds: Int64) -> (seconds: Int64, rest: Int64) {
        // Not the product of the seconds taken off again: for the first moment that a timestamp can tell there is none.
        let rest = nanoseconds % 1_000_000_000
        return (nanoseconds.flooredQuotient(by: 1_000_000_000), rest < 0 ? rest + 1_000_000_000 : rest)
    }

    /// Saturates at the ends of what a timestamp can say.
    private static func timestamp(_ seconds: Int64, nanoseconds: Int64) -> Timestamp {
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        guard !overflow else { return seconds < 0 ? .earliest : .never }
        return Timestamp(nanoseconds: product) + TimeSpan(nanoseconds: nanoseconds)
    }
}

extension Timestamp {
    /// Before every event.
    static let earliest = Timestamp(nanoseconds: .min)
}
