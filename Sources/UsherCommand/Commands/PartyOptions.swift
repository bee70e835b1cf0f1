import Usher
import UsherCore

/// What `usher suggest` and `usher lock --best` ask for.
enum PartyOptions {
    static let options = [
        OptionSpec("zone", "ZONE", repeats: true, "only in this zone"),
        OptionSpec(
            "kind", "KIND", "standard, wheelchair, companion, couple or restricted-view (default: standard)"),
        OptionSpec("max-amount", "N", "the most that a seat may cost, in minor units such as cents"),
        OptionSpec("seed", "N", "decides between equals"),
    ]

    private static let kinds: [String: SeatKind] = [
        "standard": .standard, "wheelchair": .wheelchair, "companion": .companion, "couple": .couple,
        "restricted-view": .restrictedView,
    ]

    static func query(count: Int, _ arguments: ParsedArguments) throws(UsageError) -> SeatQuery {
        var query = SeatQuery(count: count)
        query.zoneIDs = arguments.all("zone")
        if let name = arguments["kind"] {
            guard let kind = kinds[name.lowercased()] else {
                throw UsageError("--kind is standard, wheelchair, companion, couple or restricted-view, not `\(name)`")
            }
            query.kind = kind
        }
        query.maxAmountMinor = Int64(try arguments.integer("max-amount", in: 0...Int.max) ?? 0)
        query.seed = try arguments.unsigned("seed") ?? 0
        return query
    }
}
