import Testing

@testable import UsherGateway

struct SaleIDTests {
    @Test("a sale id is read from the right", arguments: ["s1", "a_b", "sa_1_2"])
    func roundTrip(show: String) {
        let sale = SaleID(showID: show, number: 7)
        #expect(sale.text == "sa_\(show)_7")
        #expect(SaleID(sale.text) == sale)
    }

    @Test(
        "what this server cannot have made is no sale id",
        arguments: ["", "sa_", "sa_7", "sa__7", "lk_s1_7", "sa_s1_", "sa_s1_0", "sa_s1_07", "sa_s1_7x", "sa_s/1_7"])
    func malformed(text: String) {
        #expect(SaleID(text) == nil)
    }
}
