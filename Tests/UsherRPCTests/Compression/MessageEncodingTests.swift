import Testing

@testable import UsherRPC

@Suite struct MessageEncodingTests {
    static let lists: [(String?, Bool)] = [
        (nil, false), ("", false), ("gzip", true), ("identity,gzip", true), ("identity, deflate, gzip", true),
        (" gzip\t,identity", true), ("identity", false), ("xgzip", false), ("gzipx", false), ("GZIP", false),
        ("gzip;q=1", false), (",,gzip,", true), ("x-gzip, g zip", false),
    ]

    @Test("gzip is used only with those who list it by its name", arguments: lists)
    func listed(list: String?, isListed: Bool) {
        #expect(MessageEncoding.gzip.isListed(in: list) == isListed)
        #expect(MessageEncoding.identity.isListed(in: list))
    }

    static let policies: [(ReplyCompression, Int, Bool, Bool)] = [
        (.never, 1 << 20, true, false), (.chosen, 1 << 20, false, false), (.chosen, 1, true, true),
        (.large, Limits.minCompressedReply - 1, false, false), (.large, Limits.minCompressedReply, false, true),
        (.large, 1, true, true),
    ]

    @Test("a method's policy and its handler's wish decide together", arguments: policies)
    func policy(policy: ReplyCompression, count: Int, asked: Bool, compresses: Bool) {
        #expect(policy.compresses(count, asked: asked) == compresses)
    }
}
