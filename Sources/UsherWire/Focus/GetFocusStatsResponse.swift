import CUsherProto
public import UsherCore

/// Completed focus by day, in minutes.
public struct GetFocusStatsResponse: WireMessage {
    public static let messageName = "usher.v1.GetFocusStatsResponse"

    public struct Day: Sendable, Equatable {
        /// `YYYY-MM-DD`.
        public var date: String
        public var minutes: Double

        public init(date: String, minutes: Double) {
            self.date = date
            self.minutes = minutes
        }
    }

    /// Days with focus, in order.
    public var days: [Day]
    public var streakDays: Int
    public var totalMinutes: Double

    public init(days: [Day] = [], streakDays: Int = 0, totalMinutes: Double = 0) {
        self.days = days
        self.streakDays = streakDays
        self.totalMinutes = totalMinutes
    }

    public init(_ statistics: FocusStatistics) {
        self.init(
            days: statistics.days.map { Day(date: $0.date, minutes: Self.minutes($0.focused)) },
            streakDays: statistics.streakDays, totalMinutes: Self.minutes(statistics.total))
    }

    /// The spans that the minutes stand for, to the nanosecond where a double knows it (up to 13 days).
    public var statistics: FocusStatistics {
        FocusStatistics(
            days: days.map { FocusDay(date: $0.date, focused: Self.span($0.minutes)) }, streakDays: streakDays,
            total: Self.span(totalMinutes))
    }

    public init(decoding bytes: [UInt8], faults: inout [FieldFault]) throws(WireError) {
        self = try Codec.decode(bytes, &faults)
    }

    public func encoded() -> [UInt8] { Codec.encode(self) }

    private static let minute = 60e9

    private static func minutes(_ span: TimeSpan) -> Double { Double(span.nanoseconds) / minute }

    /// Minutes that no span can be are none.
    private static func span(_ minutes: Double) -> TimeSpan {
        TimeSpan(nanoseconds: Int64(exactly: (minutes * minute).rounded()) ?? 0)
    }
}

extension GetFocusStatsResponse: MessageMapping {
    typealias C = Usher__V1__GetFocusStatsResponse
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__get_focus_stats_response__init }
    static var unpack: Unpack { usher__v1__get_focus_stats_response__unpack }

    init(_ c: C, _ r: inout Reading) {
        days = r.list(c.n_days, c.days, "days")
        streakDays = Int(c.streak_days)
        totalMinutes = c.total_minutes
    }

    func fill(_ c: inout C, _ w: Writing) {
        w.list(days, &c.n_days, &c.days)
        c.streak_days = UInt32(clamping: streakDays)
        c.total_minutes = totalMinutes
    }
}

extension GetFocusStatsResponse.Day: MessageMapping {
    typealias C = Usher__V1__Day
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__day__init }
    static var unpack: Unpack { usher__v1__day__unpack }

    init(_ c: C, _ r: inout Reading) {
        self.init(date: r.text(c.date, "date"), minutes: c.minutes)
    }

    func fill(_ c: inout C, _ w: Writing) {
        c.date = w.text(date)
        c.minutes = minutes
    }
}
