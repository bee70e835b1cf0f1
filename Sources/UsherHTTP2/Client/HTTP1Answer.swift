/// What a server that does not speak HTTP/2 says to a client that does: proxies, web servers, and servers that want TLS
/// answer in HTTP/1.
enum HTTP1Answer {
    /// The answer in one line: its status, and the first line of its text. nil if the bytes are something else.
    static func summary(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        guard bytes.starts(with: "HTTP/1".utf8) else { return nil }
        let lines = String(decoding: bytes.prefix(Limits.http1AnswerBytes), as: UTF8.self)
            .split(separator: "\r\n", omittingEmptySubsequences: false)
        guard let status = lines.first.map({ printable($0) }) else { return nil }
        let body = lines.drop { !$0.isEmpty }.dropFirst().first?.split(separator: "\n").first
        // A page is of no use in an error.
        guard let body, !body.hasPrefix("<") else { return status }
        return "\(status): \(printable(body))"
    }

    private static func printable(_ text: Substring) -> String {
        String(text.prefix(Limits.farewellCharacters).filter { !$0.isNewline && $0 >= " " })
    }
}
