import TerminalKit
import Usher

extension Text {
    /// `12.50 EUR`.
    static func money(_ money: Money) -> String {
        let digits = ["JPY", "KRW", "VND", "CLP", "ISK", "XAF", "XOF"].contains(money.currencyCode) ? 0 : 2
        guard digits > 0 else { return "\(money.amountMinor) \(safe(money.currencyCode))" }
        let (whole, rest) = money.amountMinor.magnitude.quotientAndRemainder(dividingBy: 100)
        let sign = money.amountMinor < 0 ? "-" : ""
        return "\(sign)\(whole).\(rest < 10 ? "0" : "")\(rest) \(safe(money.currencyCode))"
    }
}
