import Testing
import UsherCore

@testable import UsherGateway

struct RoomTokenTests {
    static let device = DeviceKey(number: 42, secret: TokenSecret(high: 0x0123_4567_89ab_cdef, low: 0x00ff))
    static let secret = "0123456789abcdef00000000000000ff"

    @Test("a token names its room, its device and its secret")
    func text() {
        #expect(RoomToken(roomID: "r1", device: Self.device).text == "rm_r1_42_\(Self.secret)")
    }

    @Test(
        "a token is read from the right, whatever the room is called",
        arguments: ["r1", "a_b", "_", "rm_x", "a_7_00000000000000000000000000000000", "a:b.c-d", "9"])
    func roundTrip(room: String) {
        let token = RoomToken(roomID: room, device: Self.device)
        #expect(RoomToken(token.text) == token)
    }

    @Test(
        "what this server cannot have made is no token",
        arguments: [
            "", "rm_", "rm_r1", "rm_r1_42", "rm_r1_42_", "rm_r1__\(secret)", "rm__42_\(secret)", "rm_42_\(secret)",
            "lk_r1_42_\(secret)", "RM_r1_42_\(secret)", "rm_r1_0_\(secret)", "rm_r1_042_\(secret)",
            "rm_r1_+1_\(secret)", "rm_r1_18446744073709551616_\(secret)", "rm_r1_42_\(secret)0",
            "rm_r1_42_\(secret.dropLast())", "rm_r1_42_\(secret.uppercased())", "rm_r 1_42_\(secret)",
            "rm_r1_42_\(secret) ", " rm_r1_42_\(secret)", "rm_\(String(repeating: "x", count: 65))_42_\(secret)",
            String(repeating: "_", count: 5_000),
        ])
    func malformed(text: String) {
        #expect(RoomToken(text) == nil)
    }
}
