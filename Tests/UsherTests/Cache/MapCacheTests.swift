import Glibc
import Testing
import UsherCore

@testable import Usher

@Suite("The map cache on a disk", .timeLimit(.minutes(2)))
struct MapCacheTests {
    private let directory = TemporaryDirectory()

    private func keep(_ maps: CachedMap..., in cache: MapCache, namespace: String = "gateway:50051") async {
        for map in maps { cache.store(map, CacheFixtures.key(map.snapshot.showID, namespace: namespace)) }
        await cache.flush()
    }

    @Test("a map that was kept is found by the next program")
    func kept() async {
        let map = CacheFixtures.map()
        let cache = MapCache(directory: directory.path)
        #expect(await cache.load(CacheFixtures.key()) == nil)
        await keep(map, in: cache)
        #expect(await cache.load(CacheFixtures.key()) == map)
        let next = MapCache(directory: directory.path)
        #expect(await next.load(CacheFixtures.key()) == map)
        #expect(
            await next.loadHall(HallKey(namespace: "gateway:50051", hallID: "H", revision: 1))?.hall == map.hall.hall)
        #expect(next.statistics.hits == 2 && next.statistics.misses == 0)
    }

    @Test("a newer map of the show takes the old one's place, also before it is written")
    func newer() async {
        let cache = MapCache(directory: directory.path)
        for seq: UInt64 in 1...50 { cache.store(CacheFixtures.map(seq: seq), CacheFixtures.key()) }
        #expect(await cache.load(CacheFixtures.key())?.position.seq == 50)
        await cache.flush()
        #expect(await MapCache(directory: directory.path).load(CacheFixtures.key())?.position.seq == 50)
        #expect(directory.names.count == 2)
    }

    @Test("shows of one hall share its file and its memory; revisions have their own")
    func sharedHall() async {
        let cache = MapCache(directory: directory.path)
        let hall = LoadedHall(CacheFixtures.hall())
        let maps = ["..", ".", "a:b"].map { id in
            var map = CacheFixtures.map(id, hall.hall)
            map.hall = hall
            return map
        }
        await keep(
            maps[0], maps[1], maps[2],
            CacheFixtures.map("new", CacheFixtures.hall(revision: 2)), in: cache)
        #expect(directory.names.count { $0.hasPrefix("map-") } == 4)
        #expect(directory.names.count { $0.hasPrefix("hall-") } == 2)
        #expect(await cache.load(CacheFixtures.key(".."))?.snapshot.showID == "..")
        #expect(await cache.load(CacheFixtures.key("new"))?.hall.hall.revision == 2)
        let next = MapCache(directory: directory.path)
        let (one, other) = (await next.load(CacheFixtures.key(".")), await next.load(CacheFixtures.key("a:b")))
        #expect(one != nil && one?.hall === other?.hall)
        #expect(cache.statistics.written == 6)
    }

    @Test("gateways that have shows of the same id do not mix")
    func namespaces() async {
        let cache = MapCache(directory: directory.path)
        await keep(CacheFixtures.map(seq: 1), in: cache, namespace: "one")
        await keep(CacheFixtures.map("S", CacheFixtures.hall(name: "Anderer"), seq: 2), in: cache, namespace: "two")
        #expect(await cache.load(CacheFixtures.key(namespace: "one"))?.hall.hall.name == "Saal")
        #expect(await cache.load(CacheFixtures.key(namespace: "two"))?.hall.hall.name == "Anderer")
        #expect(await cache.load(CacheFixtures.key(namespace: "three")) == nil)
    }

    @Test("a map is never shown with another hall than the one it was kept with")
    func changedHall() async {
        let cache = MapCache(directory: directory.path)
        await keep(CacheFixtures.map("old"), in: cache)
        // The gateway was set back to a backup, and gave the revision's number again.
        await keep(CacheFixtures.map("new", CacheFixtures.hall(name: "Umgebaut")), in: cache)
        for cache in [cache, MapCache(directory: directory.path)] {
            #expect(await cache.load(CacheFixtures.key("old")) == nil)
            #expect(await cache.load(CacheFixtures.key("new"))?.hall.hall.name == "Umgebaut")
        }
    }

    @Test("what does not belong together is not kept")
    func notWhole() async {
        let cache = MapCache(directory: directory.path)
        var map = CacheFixtures.map()
        map.snapshot.states.removeLast()
        await keep(map, in: cache)
        map = CacheFixtures.map()
        map.snapshot.hallRevision = 9
        await keep(map, in: cache)
        #expect(directory.names.isEmpty && cache.statistics.dropped == 2)
    }

    @Test("forgetting removes one show, clearing all of the cache's files and no others")
    func forgets() async {
        let cache = MapCache(directory: directory.path)
        TemporaryDirectory.write("\(directory.path)/of the app", [1])
        await keep(CacheFixtures.map("a"), CacheFixtures.map("b"), in: cache)
        cache.forget(CacheFixtures.key("a"))
        #expect(await cache.load(CacheFixtures.key("a")) == nil)
        #expect(await cache.load(CacheFixtures.key("b")) != nil)
        await cache.clear()
        #expect(directory.names == ["of the app"])
        #expect(await cache.load(CacheFixtures.key("b")) == nil)
        await keep(CacheFixtures.map("b"), in: cache)
        #expect(await cache.load(CacheFixtures.key("b")) != nil)
    }

    // MARK: Damage

    /// Puts `bytes` where the show's map or hall is, and looks at what a new program makes of it.
    private func load(_ prefix: String, _ bytes: [UInt8]) async throws -> (map: CachedMap?, MapCacheStatistics) {
        await keep(CacheFixtures.map(), in: MapCache(directory: directory.path))
        TemporaryDirectory.write(try #require(directory.file(prefix)), bytes)
        let cache = MapCache(directory: directory.path)
        let map = await cache.load(CacheFixtures.key())
        return (map, cache.statistics)
    }

    @Test(
        "damaged files are removed, counted and written anew; nothing else comes of them",
        arguments: ["map-", "hall-"], [[], [0], Array("usherkpt".utf8), Array(repeating: 7, count: 5_000)])
    func damaged(prefix: String, bytes: [UInt8]) async throws {
        let (map, statistics) = try await load(prefix, bytes)
        #expect(map == nil && statistics.damaged == 1 && statistics.misses == 1)
        #expect(directory.file(prefix) == nil)
        await keep(CacheFixtures.map(), in: MapCache(directory: directory.path))
        #expect(await MapCache(directory: directory.path).load(CacheFixtures.key()) == CacheFixtures.map())
    }

    @Test("files of another format version are removed and counted")
    func otherVersion() async throws {
        await keep(CacheFixtures.map(), in: MapCache(directory: directory.path))
        var bytes = TemporaryDirectory.read(try #require(directory.file("map-")))
        bytes[8] = 200
        let (map, statistics) = try await load("map-", bytes)
        #expect(map == nil && statistics.otherVersions == 1 && statistics.damaged == 0)
    }

    @Test("a file under another show's name is not shown for it")
    func misnamed() async throws {
        let cache = MapCache(directory: directory.path)
        await keep(CacheFixtures.map("T"), in: cache)
        let file = "\(directory.path)/\(CacheFixtures.key("T").fileName)"
        #expect(rename(file, "\(directory.path)/\(CacheFixtures.key("S").fileName)") == 0)
        #expect(await cache.load(CacheFixtures.key("S")) == nil)
        #expect(cache.statistics.ofAnother == 1)
    }

    @Test("a file far too long is not read")
    func huge() async throws {
        await keep(CacheFixtures.map(), in: MapCache(directory: directory.path))
        // A hole: it takes no room on the disk.
        #expect(truncate(try #require(directory.file("map-")), 1 << 40) == 0)
        let cache = MapCache(directory: directory.path)
        #expect(await cache.load(CacheFixtures.key()) == nil)
        #expect(cache.statistics.damaged == 1 && directory.file("map-") == nil)
    }

    @Test("links and pipes are not followed, and go; what a link points to stays")
    func links() async throws {
        let cache = MapCache(directory: directory.path)
        await keep(CacheFixtures.map(), in: cache)
        let file = try #require(directory.file("map-"))
        let elsewhere = "\(directory.path)/elsewhere"
        #expect(rename(file, elsewhere) == 0 && symlink(elsewhere, file) == 0)
        #expect(await cache.load(CacheFixtures.key()) == nil)
        #expect(directory.file("map-") == nil && access(elsewhere, F_OK) == 0)
        #expect(mkfifo(file, 0o600) == 0)
        #expect(await cache.load(CacheFixtures.key()) == nil)
        await keep(CacheFixtures.map(), in: cache)
        #expect(await cache.load(CacheFixtures.key()) == CacheFixtures.map())
    }

    @Test("a directory in a file's place means that this show is not kept")
    func directoryInPlace() async throws {
        let cache = MapCache(directory: directory.path)
        await keep(CacheFixtures.map(), in: cache)
        let file = try #require(directory.file("map-"))
        #expect(unlink(file) == 0 && mkdir(file, 0o700) == 0)
        TemporaryDirectory.write("\(file)/x", [1])
        #expect(await cache.load(CacheFixtures.key()) == nil)
        await keep(CacheFixtures.map(), CacheFixtures.map("T"), in: cache)
        #expect(await cache.load(CacheFixtures.key()) == nil)
        #expect(await cache.load(CacheFixtures.key("T")) != nil)
        #expect(cache.statistics.failures > 0)
        #expect(!directory.names.contains { $0.hasPrefix("new-") }, "what could not be finished is removed")
    }

    @Test("where no directory can be, nothing is kept and nothing breaks")
    func nowhere() async {
        TemporaryDirectory.write("\(directory.path)/file", [1])
        for path in ["\(directory.path)/file", "\(directory.path)/file/below", "/proc/usher/cache", "a\0b"] {
            let cache = MapCache(directory: path)
            await keep(CacheFixtures.map(), in: cache)
            #expect(await cache.load(CacheFixtures.key()) == nil)
            await cache.clear()
            #expect(cache.statistics.failures > 0 && cache.statistics.written == 0)
        }
    }

    @Test("missing directories are made, also when one is taken away while it is used")
    func makes() async {
        let cache = MapCache(directory: "\(directory.path)/a/b//c")
        await keep(CacheFixtures.map(), in: cache)
        #expect(await cache.load(CacheFixtures.key()) != nil)
        await cache.clear()
        #expect(rmdir("\(directory.path)/a/b/c") == 0)
        await keep(CacheFixtures.map(), in: cache)
        #expect(await cache.load(CacheFixtures.key()) != nil)
    }

    // MARK: Bounds

    @Test("the least recently used go when there are too many, and what is read counts as used")
    func bounded() async {
        var bounds = MapCacheBounds()
        bounds.files = 9
        let cache = MapCache(directory: directory.path, bounds: bounds)
        for index in 0..<8 { await keep(CacheFixtures.map("\(index)"), in: cache) }
        #expect(directory.names.count == 9)
        // On disks that count coarsely nothing would be older than anything else.
        for (index, name) in directory.names.enumerated() where name.hasPrefix("map-") {
            var times = [timespec(tv_sec: 1_000 + index, tv_nsec: 0), timespec(tv_sec: 1_000 + index, tv_nsec: 0)]
            utimensat(AT_FDCWD, "\(directory.path)/\(name)", &times, 0)
        }
        #expect(await cache.load(CacheFixtures.key("3")) != nil)
        await keep(CacheFixtures.map("new"), in: cache)
        #expect(directory.names.count <= 9 && cache.statistics.evicted > 0)
        #expect(await cache.load(CacheFixtures.key("3")) != nil)
        #expect(await cache.load(CacheFixtures.key("new")) != nil)
    }

    @Test("bytes are bounded; a hall larger than the cache is not kept")
    func bytes() async {
        var bounds = MapCacheBounds()
        bounds.bytes = 1 << 20
        let cache = MapCache(directory: directory.path, bounds: bounds)
        await keep(CacheFixtures.map("big", CacheFixtures.hall("B", seats: 40_000)), in: cache)
        #expect(await cache.load(CacheFixtures.key("big")) == nil)
        for index in 0..<6 {
            await keep(CacheFixtures.map("\(index)", CacheFixtures.hall("H\(index)", seats: 8_000)), in: cache)
        }
        let held = directory.names.reduce(0) { $0 + TemporaryDirectory.read("\(directory.path)/\($1)").count }
        #expect(held > 1 << 18 && held <= 1 << 20)
        #expect(await cache.load(CacheFixtures.key("5")) != nil)
    }

    @Test("what another program left unfinished an hour ago is removed, what is being written is not")
    func unfinished() async {
        let old = "\(directory.path)/\(CacheFileName.unfinished(1, 1))"
        let young = "\(directory.path)/\(CacheFileName.unfinished(2, 2))"
        for file in [old, young] { TemporaryDirectory.write(file, [1]) }
        var times = [timespec(tv_sec: 1_000, tv_nsec: 0), timespec(tv_sec: 1_000, tv_nsec: 0)]
        utimensat(AT_FDCWD, old, &times, 0)
        await keep(CacheFixtures.map(), in: MapCache(directory: directory.path))
        #expect(access(old, F_OK) != 0 && access(young, F_OK) == 0)
    }

    @Test("several caches share a directory: what is found is always a map that one of them kept")
    func shared() async {
        let path = directory.path
        await withTaskGroup(of: Void.self) { group in
            for writer in 0..<4 {
                group.addTask {
                    var bounds = MapCacheBounds()
                    bounds.files = 5
                    let cache = MapCache(directory: path, bounds: bounds)
                    for round in 0..<50 {
                        let id = "\((writer + round) % 6)"
                        let key = CacheFixtures.key(id)
                        if let found = await cache.load(key) {
                            #expect(found == CacheFixtures.map(id, seq: found.position.seq))
                        }
                        cache.store(CacheFixtures.map(id, seq: UInt64(100 * writer + round)), key)
                        if round % 3 == 0 { await cache.flush() }
                    }
                    #expect(cache.statistics.damaged == 0 && cache.statistics.ofAnother == 0)
                }
            }
        }
    }
}
