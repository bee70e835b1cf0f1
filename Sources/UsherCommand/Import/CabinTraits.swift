/// What a cabin map says of its seats that a hall has no place for: bulkheads, bassinets, legroom, prices. It is told, so
/// that nobody finds out after the sale that it is gone.
struct CabinTraits {
    private var order: [String] = []
    private var seats: [String: [String]] = [:]
    private var prices: [String: Price] = [:]
    private var pricedSeats = 0

    private struct Price {
        var least: Double
        var most: Double
    }

    mutating func add(_ trait: String, _ seat: String) {
        if seats[trait] == nil { order.append(trait) }
        seats[trait, default: []].append(seat)
    }

    /// Amounts in one currency or several that one seat is offered for; what is no number is left out.
    mutating func addPrices(_ amounts: [(amount: Double?, currency: String)]) {
        var isPriced = false
        for case (let amount?, let currency) in amounts {
            let known = prices[currency] ?? Price(least: amount, most: amount)
            prices[currency] = Price(least: min(known.least, amount), most: max(known.most, amount))
            isPriced = true
        }
        if isPriced { pricedSeats += 1 }
    }

    /// One sentence each, with what becomes of them in front.
    func notes(_ fate: String = "not kept, a hall has no place for it") -> [String] {
        var notes = order.prefix(Limits.reportedItems).map { trait in
            "\(fate): \(trait), \(Self.listed(seats[trait] ?? []))"
        }
        if order.count > Limits.reportedItems {
            notes.append("\(fate): \(order.count - Limits.reportedItems) more remarks on seats")
        }
        if pricedSeats > 0 {
            let spans = prices.keys.sorted().prefix(Limits.reportedItems).compactMap { currency in
                prices[currency].map { "\(currency) \(Self.span($0))" }
            }
            notes.append(
                "not kept, prices belong to shows, by zone: \(CountText.of(pricedSeats, "seat")) at "
                    + spans.joined(separator: ", "))
        }
        return notes
    }

    /// `3 seats (23H 23J 37H)`, the first of many.
    static func listed(_ names: [String]) -> String {
        let shown = names.prefix(Limits.listedSeats).joined(separator: " ")
        return "\(CountText.of(names.count, "seat")) (\(shown)\(names.count > Limits.listedSeats ? " …" : ""))"
    }

    private static func span(_ price: Price) -> String {
        price.least == price.most ? money(price.least) : "\(money(price.least)) to \(money(price.most))"
    }

    private static func money(_ amount: Double) -> String {
        let hundredths = Int((min(max(amount, -1e12), 1e12) * 100).rounded())
        let rest = hundredths.magnitude % 100
        return "\(hundredths < 0 ? "-" : "")\(hundredths.magnitude / 100).\(rest < 10 ? "0" : "")\(rest)"
    }
}
