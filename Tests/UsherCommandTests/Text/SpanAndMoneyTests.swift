import Testing
import UsherCore

@testable import UsherCommand

@Suite struct SpanAndMoneyTests {
    @Test(
        "spans are read",
        arguments: [("90s", 90), ("15m", 900), ("1h30m", 5_400), ("2d", 172_800), ("45", 45)] as [(String, Int64)])
    func spans(text: String, seconds: Int64) {
        #expect(SpanText.parse(text) == .seconds(seconds))
    }

    @Test("what is no span is none", arguments: ["", "m", "1x", "-5s", "1h-", "999999999d", "99999999999999999999s"])
    func noSpans(text: String) {
        #expect(SpanText.parse(text) == nil)
    }

    @Test("spans are told")
    func told() {
        #expect(SpanText.format(.seconds(59)) == "59 s")
        #expect(SpanText.format(.minutes(15)) == "15 min")
        #expect(SpanText.format(.minutes(90)) == "1 h 30 min")
        #expect(SpanText.format(.hours(2)) == "2 h")
    }

    @Test("a point makes major units, by the currency's own minor unit")
    func money() {
        #expect(MoneyText.parse("25.00", "EUR") == 2_500)
        #expect(MoneyText.parse("2500", "EUR") == 2_500)
        #expect(MoneyText.parse("1.250", "KWD") == 1_250)
        #expect(MoneyText.parse("25.0", "EUR") == nil)
        #expect(MoneyText.parse("25.00", "JPY") == nil)
        #expect(MoneyText.parse("-1", "EUR") == nil)
        #expect(MoneyText.format(2_500, "EUR") == "EUR 25.00")
        #expect(MoneyText.format(5, "EUR") == "EUR 0.05")
        #expect(MoneyText.format(800, "JPY") == "JPY 800")
    }
}
