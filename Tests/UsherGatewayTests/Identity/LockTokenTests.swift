import Testing
import UsherCore

@testable import UsherGateway

struct LockTokenTests {
    static let key = LockKey(number: 42, secret: TokenSecret(high: 0x0123_4567_89ab_cdef, low: 0x00ff))
    static let secret = "0123456789abcdef00000000000000ff"

    @Test("a token names its show, its lock and its secret")
    func text() {
        let token = LockToken(showID: "s1", key: Self.key)
        #expect(token.text == "lk_s1_42_\(Self.secret)")
        #expect(token.lockID == "lk_s1_42")
    }

    @Test(
        "a token is read from the right, whatever the show is called",
        arguments: ["s1", "a_b", "_", "lk_x", "a_7_00000000000000000000000000000000", "a:b.c-d", "9"])
    func roundTrip(show: String) {
        let token = LockToken(showID: show, key: Self.key)
        #expect(LockToken(token.text) == token)
    }

    @Test("secrets of all bits survive", arguments: [(UInt64.min, UInt64.min), (.max, .max), (1, .max), (.max, 1)])
    func bits(high: UInt64, low: UInt64) {
        let token = LockToken(showID: "s", key: LockKey(number: .max, secret: TokenSecret(high: high, low: low)))
        #expect(LockToken(token.text) == token)
    }

    @Test(
        "what this server cannot have made is no token",
        arguments: [
            "", "lk_", "lk_s1", "lk_s1_42", "lk_s1_42_", "lk_s1__\(secret)", "lk__42_\(secret)", "lk_42_\(secret)",
            "sa_s1_42_\(secret)", "LK_s1_42_\(secret)", "lk_s1_0_\(secret)", "lk_s1_042_\(secret)",
            "lk_s1_-1_\(secret)", "lk_s1_+1_\(secret)", "lk_s1_18446744073709551616_\(secret)",
            "lk_s1_42_\(secret)0", "lk_s1_42_\(secret.dropLast())", "lk_s1_42_\(secret.uppercased())",
            "lk_s1_42_0123456789abcdeg00000000000000ff", "lk_s 1_42_\(secret)", "lk_ä_42_\(secret)",
            "lk_s1_42_\(secret) ", " lk_s1_42_\(secret)", "lk_\u{301}s1_42_\(secret)", "lk_s1_４２_\(secret)",
            "lk_\(String(repeating: "x", count: 65))_42_\(secret)", String(repeating: "_", count: 5_000),
        ])
    func malformed(text: String) {
        #expect(LockToken(text) == nil)
    }
}
