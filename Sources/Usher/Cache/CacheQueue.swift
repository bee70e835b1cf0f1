/// What waits for a cache's thread: loads before all else, since somebody waits for them, then stores in the order in
/// which their shows first asked. Of one show only the newest map waits. A value; the cache guards it.
struct CacheQueue: Sendable {
    enum Job: Sendable {
        case findMap(MapKey, CheckedContinuation<CachedMap?, Never>)
        case findHall(HallKey, CheckedContinuation<LoadedHall?, Never>)
        case keep(MapKey, CachedMap)
        case forget(MapKey)
        case clear
        /// All that was asked for earlier is done.
        case done(CheckedContinuation<Void, Never>)
    }

    private enum Step {
        case change(MapKey)
        case done(CheckedContinuation<Void, Never>)
    }

    /// Maps to write; nil for one to forget.
    private var changes: [MapKey: CachedMap?] = [:]
    private var steps: [Step] = []
    private var loads: [Job] = []
    private var clears = false
    /// Taken from the front of `steps` and `loads`, which are cut when half of them is done.
    private var doneSteps = 0
    private var doneLoads = 0
    private(set) var isWorking = false
    private(set) var dropped = 0

    /// True once after each rest: somebody has to call `next()` until it returns nil.
    mutating func startsWork() -> Bool {
        defer { isWorking = true }
        return !isWorking
    }

    /// What waits for the show: nil if nothing does, `.some(nil)` if it will be forgotten.
    func waiting(_ key: MapKey) -> CachedMap?? {
        if let change = changes[key] { return change }
        return clears ? .some(nil) : nil
    }

    /// False if too many wait already: then nothing will be found.
    mutating func load(_ job: Job) -> Bool {
        guard loads.count - doneLoads < Limits.cacheLoads else { return false }
        loads.append(job)
        return true
    }

    /// nil forgets the show.
    mutating func change(_ key: MapKey, _ map: CachedMap?) {
        if changes[key] == nil {
            guard changes.count < Limits.cacheStores else {
                dropped += 1
                return
            }
            steps.append(.change(key))
        }
        changes[key] = .some(map)
    }

    /// What waited is not written any more.
    mutating func clear() {
        for step in steps[doneSteps...] { if case .change(let key) = step { changes[key] = nil } }
        clears = true
    }

    mutating func addDone(_ continuation: CheckedContinuation<Void, Never>) {
        steps.append(.done(continuation))
    }

    /// The next thing to do; nil when there is none, and then work has ended.
    mutating func next() -> Job? {
        if clears {
            clears = false
            return .clear
        }
        if doneLoads < loads.count {
            defer { Self.cut(&loads, &doneLoads) }
            doneLoads += 1
            return loads[doneLoads - 1]
        }
        while doneSteps < steps.count {
            let step = steps[doneSteps]
            doneSteps += 1
            Self.cut(&steps, &doneSteps)
            switch step {
            case .done(let continuation): return .done(continuation)
            case .change(let key):
                // Nothing, if the cache was cleared meanwhile.
                guard let change = changes.removeValue(forKey: key) else { continue }
                return change.map { .keep(key, $0) } ?? .forget(key)
            }
        }
        isWorking = false
        return nil
    }

    private static func cut<Item>(_ items: inout [Item], _ done: inout Int) {
        guard done * 2 >= items.count else { return }
        items.removeFirst(done)
        done = 0
    }
}
