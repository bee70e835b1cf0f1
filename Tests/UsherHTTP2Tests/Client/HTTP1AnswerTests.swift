import Testing

@testable import UsherHTTP2

@Suite("An answer in HTTP/1") struct HTTP1AnswerTests {
    private func summary(_ text: String) -> String? {
        Array(text.utf8).withUnsafeBufferPointer { HTTP1Answer.summary($0) }
    }

    @Test("its status and its text are told, a page and what cannot be printed are not")
    func summaries() {
        #expect(summary("HTTP/1.1 502 Bad Gateway\r\n\r\n") == "HTTP/1.1 502 Bad Gateway")
        #expect(
            summary("HTTP/1.1 400 Bad Request\r\ncontent-length: 9\r\n\r\nuse TLS\nhere")
                == "HTTP/1.1 400 Bad Request: use TLS")
        #expect(summary("HTTP/1.0 404 Not Found\r\nx: y\r\n\r\n<html>no</html>") == "HTTP/1.0 404 Not Found")
        #expect(summary("HTTP/1.1 400 Bad\u{1b}[2J\u{7} Request\r\n\r\n") == "HTTP/1.1 400 Bad[2J Request")
        #expect(summary("HTTP/1.1 200 \(String(repeating: "x", count: 5_000))")?.count == Limits.farewellCharacters)
        #expect(summary("HTTP/1") == "HTTP/1")
    }

    @Test("HTTP/2 is none")
    func frames() {
        #expect(summary("\0\0\0\u{4}\0\0\0\0\0") == nil)
        #expect(summary("HTTP/2") == nil)
        #expect(summary("") == nil)
    }
}
