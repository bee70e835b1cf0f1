import Usher
import UsherCore

/// The fields of a show as options, for `show create` and `show update`.
enum ShowOptions {
    static let options = [
        OptionSpec("title", "TEXT", "what is played"),
        OptionSpec("starts", "TIME", "RFC 3339, as 2026-12-31T20:00:00+01:00, or a span from now, as 2h"),
        OptionSpec("ends", "TIME", "the same; or --duration"),
        OptionSpec("duration", "SPAN", "from the start, as 2h30m"),
        OptionSpec("time-zone", "NAME", "IANA name, for display"),
        OptionSpec(
            "price", "ZONE=CUR:AMOUNT", repeats: true,
            "base price of a zone, as stalls=EUR:25.00 or in minor units, stalls=EUR:2500; CUR:AMOUNT prices all zones"),
        OptionSpec("max-seats", "N", "seats in one lock"),
        OptionSpec("max-per-holder", "N", "locked and sold seats of one holder"),
        OptionSpec("lock-ttl", "SPAN", "how long a lock lasts that names no ttl"),
        OptionSpec("max-lock-time", "SPAN", "how long a lock lasts at most, renewals included"),
        OptionSpec("payment-window", "SPAN", "how long a payment may take"),
        OptionSpec("same-row", "yes|no", "a lock lies in one row"),
        OptionSpec("orphan-rule", "RULE", "off, avoidable or strict: whether single seats may be left"),
        OptionSpec("keep-pairs", "yes|no", "couples' seats are sold together"),
    ]

    /// Puts what was given into `show`; returns the fields that it touched.
    static func apply(
        _ arguments: ParsedArguments, to show: inout Show, now: Timestamp
    ) throws(UsageError) -> [ShowField] {
        var fields: [ShowField] = []
        if let title = arguments["title"] {
            show.title = title
            fields.append(.title)
        }
        if let starts = try time("starts", arguments, now) {
            show.startsAt = starts
            fields.append(.startsAt)
        }
        if let ends = try time("ends", arguments, now) {
            show.endsAt = ends
            fields.append(.endsAt)
        } else if let duration = try span("duration", arguments) {
            show.endsAt = show.startsAt + duration
            fields.append(.endsAt)
        }
        if let zone = arguments["time-zone"] {
            show.timeZone = zone
            fields.append(.timeZone)
        }
        return fields + (try policy(arguments, &show.policy))
    }

    private static func policy(_ arguments: ParsedArguments, _ policy: inout Policy) throws(UsageError) -> [ShowField] {
        var fields: [ShowField] = []
        if let count = try arguments.integer("max-seats", in: 1...Limits.seats) {
            policy.maxSeatsPerLock = count
            fields.append(.maxSeatsPerLock)
        }
        if let count = try arguments.integer("max-per-holder", in: 1...Limits.seats) {
            policy.maxSeatsPerHolder = count
            fields.append(.maxSeatsPerHolder)
        }
        if let ttl = try span("lock-ttl", arguments) {
            policy.lockTTL = ttl
            fields.append(.lockTTL)
        }
        if let most = try span("max-lock-time", arguments) {
            policy.maxLockTime = most
            fields.append(.maxLockTime)
        }
        if let window = try span("payment-window", arguments) {
            policy.paymentWindow = window
            fields.append(.paymentWindow)
        }
        if let sameRow = try yes("same-row", arguments) {
            policy.sameRowOnly = sameRow
            fields.append(.sameRowOnly)
        }
        if let rule = try arguments.choice("orphan-rule", of: ["off", "avoidable", "strict"]) {
            policy.orphanRule = rule == "off" ? .off : rule == "strict" ? .strict : .avoidable
            fields.append(.orphanRule)
        }
        if let pairs = try yes("keep-pairs", arguments) {
            policy.keepPairsTogether = pairs
            fields.append(.keepPairsTogether)
        }
        return fields
    }

    /// Prices as given; one without a zone stands for all `zones`.
    static func prices(_ arguments: ParsedArguments, zones: [Zone]) throws(UsageError) -> [ZonePrice] {
        var prices: [ZonePrice] = []
        for text in arguments.all("price") {
            let sides = text.split(separator: "=", maxSplits: 1).map(String.init)
            let money = (sides.last ?? "").split(separator: ":").map(String.init)
            guard money.count == 2, let amount = MoneyText.parse(money[1], money[0].uppercased()) else {
                throw UsageError("--price takes ZONE=CUR:AMOUNT, not `\(text)`", hint: "as stalls=EUR:25.00")
            }
            let currency = money[0].uppercased()
            let named = sides.count == 2 ? [sides[0]] : zones.map(\.zoneID)
            prices += named.map { ZonePrice(zoneID: $0, currencyCode: currency, amountMinor: amount) }
        }
        return prices
    }

    static func span(_ option: String, _ arguments: ParsedArguments) throws(UsageError) -> TimeSpan? {
        guard let text = arguments[option] else { return nil }
        guard let span = SpanText.parse(text) else {
            throw UsageError("--\(option) takes a span of time, not `\(text)`", hint: "as 90s, 15m or 1h30m")
        }
        return span
    }

    private static func time(
        _ option: String, _ arguments: ParsedArguments, _ now: Timestamp
    ) throws(UsageError) -> Timestamp? {
        guard let text = arguments[option] else { return nil }
        if let time = TimeText.parse(text) { return time }
        if let span = SpanText.parse(text.hasPrefix("+") ? String(text.dropFirst()) : text) { return now + span }
        throw UsageError(
            "--\(option) takes a time, not `\(text)`", hint: "as 2026-12-31T20:00:00+01:00, or 2h for in two hours")
    }

    private static func yes(_ option: String, _ arguments: ParsedArguments) throws(UsageError) -> Bool? {
        try arguments.choice(option, of: ["yes", "no"]).map { $0 == "yes" }
    }
}
