import Testing

@testable import UsherGateway

struct OffLoopTests {
    @Test("heavy work leaves the loop and its caller comes back; light work stays")
    func leaves() async {
        let loop = MarkedThreads()
        let places = await Task(executorPreference: loop) {
            var places = [loop.isCurrent]
            places.append(await OffLoop.run(if: true) { loop.isCurrent })
            places.append(loop.isCurrent)
            places.append(await OffLoop.run(if: false) { loop.isCurrent })
            return places
        }.value
        #expect(places == [true, false, true, true])
    }
}
