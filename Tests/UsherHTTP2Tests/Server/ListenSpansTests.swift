import Testing

@testable import UsherHTTP2

struct ListenSpansTests {
    @Test("the shortest span counts, as long as any stream asks for it")
    func shortest() {
        var spans = ListenSpans()
        #expect(spans.shortest == nil)
        for span: Int64 in [20, 7, 7, 12] { spans.add(span) }
        #expect(spans.shortest == 7)
        spans.remove(7)
        #expect(spans.shortest == 7)
        spans.remove(7)
        #expect(spans.shortest == 12)
        spans.remove(12)
        spans.remove(12)
        #expect(spans.shortest == 20)
        spans.remove(20)
        #expect(spans.shortest == nil)
    }
}
