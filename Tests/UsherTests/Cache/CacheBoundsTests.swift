import Testing
import UsherCore

@testable import Usher

@Suite("What goes from a full cache")
struct CacheBoundsTests {
    private func entry(_ name: String, _ bytes: Int, _ usedAt: Int64, _ kind: CacheFileName.Kind = .map) -> CacheEntry {
        CacheEntry(name: name, kind: kind, bytes: bytes, usedAt: usedAt)
    }

    private func bounds(bytes: Int = 1_000_000, files: Int = 1_000) -> MapCacheBounds {
        var bounds = MapCacheBounds()
        (bounds.bytes, bounds.files) = (bytes, files)
        return bounds
    }

    @Test("nothing goes while the bounds are kept")
    func within() {
        let entries = (0..<10).map { entry("\($0)", 100, Int64($0)) }
        #expect(entries.surplus(bounds(bytes: 1_000, files: 10)).isEmpty)
    }

    @Test("what was used least recently goes first, and a little more than must")
    func oldestFirst() {
        let entries = (0..<16).map { entry("\($0)", 100, Int64(100 - $0)) }
        #expect(entries.surplus(bounds(bytes: 1_500)).map(\.name) == ["15", "14", "13"])
        #expect(entries.surplus(bounds(files: 8)).map(\.name) == (7..<16).reversed().map(String.init))
    }

    @Test("of a map and its hall the map goes first; the last two stay if they are within the bounds")
    func hallsLast() {
        let pair = [entry("hall", 900, 5, .hall), entry("map", 90, 5)]
        #expect(pair.surplus(bounds(bytes: 990)).isEmpty)
        #expect((pair + [entry("old", 50, 1)]).surplus(bounds(bytes: 1_000)).map(\.name) == ["old"])
        #expect(pair.surplus(bounds(bytes: 950)).map(\.name) == ["map"])
    }

    @Test("whatever the sizes, what stays is within the bounds", arguments: 0..<50)
    func always(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let entries = (0..<Int.random(in: 0...40, using: &generator)).map {
            entry("\($0)", Int.random(in: 0...500, using: &generator), Int64.random(in: 0...10, using: &generator))
        }
        let bounds = bounds(bytes: 2_000, files: 12)
        let gone = entries.surplus(bounds)
        let left = entries.filter { !gone.contains($0) }
        #expect(left.bytes <= 2_000 && left.count <= 12)
        #expect(gone.allSatisfy { gone in left.allSatisfy { $0.usedAt >= gone.usedAt } })
    }

    @Test("bounds too small for any map are raised")
    func clamped() {
        let clamped = bounds(bytes: -1, files: 0).clamped
        #expect(clamped.bytes == 1 << 20 && clamped.files == 2)
        #expect(MapCacheBounds().clamped == MapCacheBounds())
    }
}
