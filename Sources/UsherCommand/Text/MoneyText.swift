/// Amounts of money as people write them.
enum MoneyText {
    /// Currencies whose minor unit is not a hundredth (ISO 4217).
    private static func digits(_ currency: String) -> Int {
        switch currency {
        case "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "UYI", "VND", "VUV", "XAF",
            "XOF", "XPF":
            0
        case "BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND": 3
        default: 2
        }
    }

    /// `25.00` in the currency's major unit; without a point, whole minor units as on the wire (`2500`).
    static func parse(_ text: String, _ currency: String) -> Int64? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let isPlain = parts.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0.isASCII && $0.isNumber } }
        guard isPlain, parts.count <= 2 else { return nil }
        guard parts.count == 2 else { return Int64(text) }
        let places = digits(currency)
        guard parts[1].count == places else { return nil }
        return Int64(parts[0] + parts[1])
    }

    /// `EUR 25.00`.
    static func format(_ amount: Int64, _ currency: String) -> String {
        let places = digits(currency)
        var text = String(amount.magnitude)
        if places > 0 {
            text = String(repeating: "0", count: max(0, places + 1 - text.count)) + text
            text.insert(".", at: text.index(text.endIndex, offsetBy: -places))
        }
        return "\(currency) \(amount < 0 ? "-" : "")\(text)"
    }
}
