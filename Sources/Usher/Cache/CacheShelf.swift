import UsherCore

/// A cache's directory with what is known of it: finds, keeps and evicts maps and halls. Its calls block; the cache's
/// thread makes them, one after another. Whatever the directory holds, the answer is a map that was kept, or none.
struct CacheShelf {
    private let directory: CacheDirectory
    private let bounds: MapCacheBounds
    private(set) var statistics = MapCacheStatistics()
    private var halls = RememberedHalls()
    /// About what the directory holds, ever too much rather than too little of what this process wrote; nil before the
    /// first look.
    private var held: (bytes: Int, files: Int)?
    private var unseenWrites = 0

    init(_ path: String, _ bounds: MapCacheBounds) {
        directory = CacheDirectory(path: path)
        self.bounds = bounds.clamped
    }

    // MARK: Finding

    mutating func map(_ key: MapKey) -> CachedMap? {
        let found = find(key)
        if found == nil { statistics.misses += 1 } else { statistics.hits += 1 }
        return found
    }

    mutating func hall(_ key: HallKey) -> LoadedHall? {
        let found = find(key, marked: nil)
        if found == nil { statistics.misses += 1 } else { statistics.hits += 1 }
        return found
    }

    private mutating func find(_ key: MapKey) -> CachedMap? {
        guard let bytes = read(key.fileName, Limits.maxMapFileBytes) else { return nil }
        let file: CachedMapFile
        do throws(CacheFault) {
            file = try CachedMapFile(decoding: bytes, of: key)
        } catch {
            discard(key.fileName, error)
            return nil
        }
        guard let hall = find(file.hallKey, marked: file.hallMark) else { return nil }
        let map = CachedMap(snapshot: file.snapshot, show: file.show, hall: hall)
        guard map.isWhole else {
            discard(key.fileName, .damaged)
            return nil
        }
        return map
    }

    /// The hall, if it is the one of the mark (nil: whichever is kept).
    private mutating func find(_ key: HallKey, marked mark: HallMark?) -> LoadedHall? {
        if let hall = halls.hall(key, marked: mark) {
            // Used, so that it does not go before its maps. Should it be gone, the next write puts it there again.
            _ = directory.touch(key.fileName)
            return hall
        }
        guard let bytes = read(key.fileName, Limits.maxHallBytes) else { return nil }
        do throws(CacheFault) {
            let file = try CachedHallFile(decoding: bytes, of: key)
            guard mark == nil || mark == file.mark else { return nil }
            let hall = LoadedHall(file.hall)
            halls.remember(key, hall, file.mark)
            return hall
        } catch {
            discard(key.fileName, error)
            return nil
        }
    }

    private mutating func read(_ name: String, _ limit: Int) -> [UInt8]? {
        do throws(FileFailure) {
            return try directory.read(name, atMost: limit)
        } catch {
            switch error {
            case .absent: break
            case .unusable: discard(name, .damaged)
            case .refused: statistics.failures += 1
            }
            return nil
        }
    }

    private mutating func discard(_ name: String, _ fault: CacheFault) {
        switch fault {
        case .otherVersion: statistics.otherVersions += 1
        case .damaged: statistics.damaged += 1
        case .ofAnother: statistics.ofAnother += 1
        }
        remove(name)
    }

    private mutating func remove(_ name: String) {
        do throws(FileFailure) {
            try directory.remove(name)
        } catch {
            statistics.failures += 1
        }
    }

    // MARK: Keeping

    /// Keeps a map and, unless it is there, its hall.
    mutating func keep(_ map: CachedMap, _ key: MapKey) {
        guard map.isWhole, map.snapshot.showID == key.showID else {
            statistics.dropped += 1
            return
        }
        do throws(FileFailure) {
            if held == nil {
                try directory.make()
                try look()
            }
            let hallKey = HallKey(namespace: key.namespace, map.hall.key)
            let mark = try keepHall(map.hall, hallKey)
            let file = CachedMapFile(key: key, snapshot: map.snapshot, show: map.show, hallMark: mark)
            // Not forced to the disk: the next one follows in seconds, and of a torn file the checksum tells.
            try write(key.fileName, file.encoded(), isDurable: false)
            // After the map, which it must outlive.
            _ = directory.touch(hallKey.fileName)
            if isFull || unseenWrites >= Limits.cacheWritesUnseen { try look() }
        } catch {
            statistics.failures += 1
        }
    }

    private mutating func keepHall(_ hall: LoadedHall, _ key: HallKey) throws(FileFailure) -> HallMark {
        if let mark = halls.mark(key, hall), directory.touch(key.fileName) { return mark }
        let (mark, bytes) = CachedHallFile.encode(hall.hall, of: key)
        try write(key.fileName, bytes, isDurable: true)
        halls.remember(key, hall, mark)
        return mark
    }

    private mutating func write(_ name: String, _ bytes: [UInt8], isDurable: Bool) throws(FileFailure) {
        let isNew = !directory.touch(name)
        var generator = SystemRandomNumberGenerator()
        let unfinished = CacheFileName.unfinished(generator.next(), generator.next())
        do throws(FileFailure) {
            try directory.write(name, bytes, by: unfinished, isDurable: isDurable)
        } catch .absent {
            // Somebody removed the directory.
            try directory.make()
            try directory.write(name, bytes, by: unfinished, isDurable: isDurable)
        }
        statistics.written += 1
        unseenWrites += 1
        held?.bytes += bytes.count
        if isNew { held?.files += 1 }
    }

    mutating func forget(_ key: MapKey) {
        remove(key.fileName)
    }

    /// Removes everything that is the cache's.
    mutating func clear() {
        halls.forgetAll()
        held = nil
        do throws(FileFailure) {
            for entry in try directory.list() { remove(entry.name) }
        } catch {
            if error != .absent { statistics.failures += 1 }
        }
    }

    // MARK: The bounds

    private var isFull: Bool {
        guard let held else { return true }
        return held.bytes > bounds.bytes || held.files > bounds.files
    }

    /// Lists the directory, and removes what is too much in it or was left unfinished.
    private mutating func look() throws(FileFailure) {
        var entries = try directory.list()
        let oldest = CacheDirectory.now() - Limits.unfinishedFileAge.nanoseconds
        for entry in entries where entry.kind == .unfinished && entry.usedAt < oldest { remove(entry.name) }
        entries.removeAll { $0.kind == .unfinished }
        let surplus = entries.surplus(bounds)
        for entry in surplus {
            remove(entry.name)
            statistics.evicted += 1
        }
        held = (entries.bytes - surplus.bytes, entries.count - surplus.count)
        unseenWrites = 0
    }
}
