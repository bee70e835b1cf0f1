import UsherCore

/// The map of the last time: shown until the gateway has said more, and kept as the map goes on.
extension MapCore {
    /// Looks for the kept map. Until it is there, or the disk took too long, no stream is opened: without a position it
    /// would bring the whole map.
    func readCache(_ cache: MapCache) {
        let key = client.mapKey(showID)
        Task(executorPreference: client.runtime.executor) {
            let map = await cache.load(key)
            let hall = map.map { self.client.halls.keep($0.hall) }
            self.change { state, now in state.cacheAnswered(map, hall, now: now) }
        }
    }

    /// Hands the map to the cache's queue as it stands, at once: whoever suspends the client and flushes the cache then
    /// finds it there. The cache calls nobody, so it may be called under the lock.
    func keepIfAsked(_ state: inout MapState) {
        guard state.isToBeKept else { return }
        state.isToBeKept = false
        guard let cache = client.options.cache, let map = state.keepable(showID, now: client.runtime.now()) else {
            return
        }
        cache.store(map, client.mapKey(showID))
    }

    /// The show is no more, or not for this client.
    func forgetKept() {
        client.options.cache?.forget(client.mapKey(showID))
    }
}

extension UsherClient {
    /// What the maps of this client's gateway are kept under.
    private var cacheNamespace: String { options.cache?.namespace ?? gateway }

    func mapKey(_ showID: String) -> MapKey { MapKey(namespace: cacheNamespace, showID: showID) }

    /// A hall that was kept with some map; nil if there is none, or if the disk takes too long.
    func keptHall(_ key: LoadedHall.Key) async -> LoadedHall? {
        guard let cache = options.cache else { return nil }
        let hallKey = HallKey(namespace: cacheNamespace, key)
        return await Patience.first(within: Limits.cachePatience, runtime) { await cache.loadHall(hallKey) }
    }
}
