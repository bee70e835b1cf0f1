import Testing
import UsherCore

@testable import Usher

@Suite("Files of the map cache")
struct CacheFileTests {
    private static let map = CacheFixtures.map()
    private static let key = CacheFixtures.key()
    private static let hallKey = HallKey(namespace: key.namespace, hallID: "H", revision: 1)
    private static let hallFile = CachedHallFile.encode(map.hall.hall, of: hallKey)
    private static let mapFile = CachedMapFile(
        key: key, snapshot: map.snapshot, show: map.show, hallMark: hallFile.mark)

    /// The map of the bytes, or nil.
    private func map(_ bytes: [UInt8]) -> CachedMapFile? { try? CachedMapFile(decoding: bytes, of: Self.key) }

    private func hall(_ bytes: [UInt8]) -> CachedHallFile? { try? CachedHallFile(decoding: bytes, of: Self.hallKey) }

    @Test("what was kept comes back", arguments: [true, false])
    func roundTrip(withShow: Bool) throws {
        var file = Self.mapFile
        file.show = withShow ? Self.map.show : nil
        #expect(try CachedMapFile(decoding: file.encoded(), of: Self.key) == file)
        let hall = try CachedHallFile(decoding: Self.hallFile.bytes, of: Self.hallKey)
        #expect(hall.hall == Self.map.hall.hall && hall.mark == Self.hallFile.mark)
    }

    @Test("every changed byte is noticed")
    func flipped() {
        let (mapBytes, hallBytes) = (Self.mapFile.encoded(), Self.hallFile.bytes)
        for position in mapBytes.indices {
            for change: UInt8 in [1, 0x80, 0xFF] {
                var bytes = mapBytes
                bytes[position] ^= change
                #expect(map(bytes) == nil, "byte \(position)")
            }
        }
        for position in hallBytes.indices {
            var bytes = hallBytes
            bytes[position] ^= 0x10
            #expect(hall(bytes) == nil, "byte \(position)")
        }
    }

    @Test("a file that was cut at any place, or grew, is noticed")
    func cut() {
        let (mapBytes, hallBytes) = (Self.mapFile.encoded(), Self.hallFile.bytes)
        for length in mapBytes.indices { #expect(map(Array(mapBytes[..<length])) == nil, "\(length) bytes") }
        for length in hallBytes.indices { #expect(hall(Array(hallBytes[..<length])) == nil, "\(length) bytes") }
        for more in [[0], [0, 0, 0, 0], mapBytes] { #expect(map(mapBytes + more) == nil) }
    }

    @Test("garbage is noticed, also behind a right head and a right checksum", arguments: 0..<20)
    func garbage(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let count = Int.random(in: 0...300, using: &generator)
            let noise = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
            #expect(map(noise) == nil && hall(noise) == nil)
            // A file that says it is right: whatever is made of it, it is of this show, and nothing traps.
            let sections = [Array(Self.key.namespace.utf8), noise, noise, Self.hallFile.mark.bytes]
            #expect(map(CacheFormat.seal(.map, sections)).map { $0.snapshot.showID == "S" } ?? true)
            #expect(hall(CacheFormat.seal(.hall, [sections[0], noise])).map { $0.hall.hallID == "H" } ?? true)
            // Good parts that were mixed up.
            #expect(map(CacheFormat.seal(.map, sections.shuffled(using: &generator))) == nil)
        }
    }

    @Test("another format version is told from damage")
    func version() {
        var bytes = Self.mapFile.encoded()
        bytes[8] = 2
        #expect(throws: CacheFault.otherVersion) { try CachedMapFile(decoding: bytes, of: Self.key) }
        bytes[7] = 0
        #expect(throws: CacheFault.damaged) { try CachedMapFile(decoding: bytes, of: Self.key) }
    }

    @Test("a file of another show, hall, revision or gateway is not taken for this one's")
    func foreign() {
        let bytes = Self.mapFile.encoded()
        for key in [CacheFixtures.key("T"), CacheFixtures.key(namespace: "other")] {
            #expect(throws: CacheFault.ofAnother) { try CachedMapFile(decoding: bytes, of: key) }
        }
        for key in [
            HallKey(namespace: "other", hallID: "H", revision: 1),
            HallKey(namespace: Self.key.namespace, hallID: "I", revision: 1),
            HallKey(namespace: Self.key.namespace, hallID: "H", revision: 2),
        ] {
            #expect(throws: CacheFault.ofAnother) { try CachedHallFile(decoding: Self.hallFile.bytes, of: key) }
        }
        #expect(hall(bytes) == nil && map(Self.hallFile.bytes) == nil, "kinds are not mixed up")
    }

    @Test("a hall that could not be drawn is refused, checksum or not")
    func badHall() {
        var hall = Self.map.hall.hall
        hall.seats[3].row = 4_000
        let bytes = CachedHallFile.encode(hall, of: Self.hallKey).bytes
        #expect(throws: CacheFault.damaged) { try CachedHallFile(decoding: bytes, of: Self.hallKey) }
    }

    @Test("names are safe and different for every id, and only such names are the cache's")
    func names() {
        let ids = [".", "..", "a", "A", "a:b", "-rf", String(repeating: "x", count: 64), "con", "nul.", "ab"]
        var names = Set(ids.map { CacheFixtures.key($0).fileName })
        #expect(names.count == ids.count)
        names.formUnion(ids.map { HallKey(namespace: "n", hallID: $0, revision: 1).fileName })
        names.formUnion(ids.map { HallKey(namespace: "n", hallID: $0, revision: 2).fileName })
        #expect(names.count == 3 * ids.count)
        #expect(Set(names.map { $0.lowercased() }).count == names.count, "not on every disk case counts")
        // What a namespace ends with does not run over into the id.
        #expect(
            MapKey(namespace: "ab", showID: "c").fileName != MapKey(namespace: "a", showID: "bc").fileName)
        for name in names {
            #expect(name.utf8.allSatisfy { $0 != UInt8(ascii: "/") } && name.utf8.count < 64)
            #expect(CacheFileName.kind(of: name) == (name.hasPrefix("map-") ? .map : .hall))
        }
        #expect(CacheFileName.kind(of: CacheFileName.unfinished(1, .max)) == .unfinished)
        for name in [
            "map-.usher", "map-\(String(repeating: "g", count: 32)).usher", "usher.lock", "", "map-", ".usher",
        ] {
            #expect(CacheFileName.kind(of: name) == nil)
        }
    }
}
