import Synchronization
import UsherCore

/// The halls of a client's maps: a thousand maps of one hall read it once and hold it once. It is let go with the last
/// map that shows it.
final class HallShelf: Sendable {
    private struct Place {
        weak var hall: LoadedHall?
    }

    private struct State {
        var halls: [LoadedHall.Key: Place] = [:]
        /// What was kept under these keys did not fit: only the gateway is asked for them.
        var distrusted: Set<LoadedHall.Key> = []
        var reads: [LoadedHall.Key: Task<Result<LoadedHall, UsherError>, Never>] = [:]
    }

    private let state = Mutex(State())

    /// The hall if some map shows it.
    func hall(_ key: LoadedHall.Key) -> LoadedHall? {
        state.withLock { $0.halls[key]?.hall }
    }

    /// Takes a hall that came another way, as from a cache; the one that is here already stays.
    func keep(_ loaded: LoadedHall) -> LoadedHall {
        state.withLock { state in
            if let known = state.halls[loaded.key]?.hall { return known }
            Self.place(loaded, &state)
            return loaded
        }
    }

    /// A hall does not fit the map of its seats: the gateway, set back to a backup, has given its revision's number a
    /// second time. It is read anew, from the gateway itself.
    func distrust(_ key: LoadedHall.Key) {
        state.withLock { state in
            state.halls[key] = nil
            if state.distrusted.count < Limits.distrustedHalls { state.distrusted.insert(key) }
        }
    }

    /// The hall, read once however many ask for it at the same time.
    func read(_ key: LoadedHall.Key, _ client: UsherClient) async throws(UsherError) -> LoadedHall {
        // Both at one look: between two, a read that is under way may end.
        let (known, reading) = state.withLock { state -> (LoadedHall?, Task<Result<LoadedHall, UsherError>, Never>?) in
            if let known = state.halls[key]?.hall { return (known, nil) }
            if let running = state.reads[key] { return (nil, running) }
            let started = Task(executorPreference: client.runtime.executor) { await self.fetch(key, client) }
            state.reads[key] = started
            return (nil, started)
        }
        if let known { return known }
        guard let reading else { throw UsherError(.internal, message: "no read of hall \(key.hallID) was begun") }
        return try await reading.value.get()
    }

    private func fetch(_ key: LoadedHall.Key, _ client: UsherClient) async -> Result<LoadedHall, UsherError> {
        let result: Result<LoadedHall, UsherError>
        let isTrusted = state.withLock { !$0.distrusted.contains(key) }
        if isTrusted, let kept = await client.keptHall(key) {
            return state.withLock { state in
                state.reads[key] = nil
                Self.place(kept, &state)
                return .success(kept)
            }
        }
        do throws(UsherError) {
            let hall = try await client.hall(key.hallID, revision: key.revision)
            let loaded = LoadedHall(hall)
            guard loaded.key == key else {
                throw UsherError(.internal, message: "the gateway answered with hall \(hall.hallID) \(hall.revision)")
            }
            result = .success(loaded)
        } catch {
            result = .failure(error)
        }
        state.withLock { state in
            state.reads[key] = nil
            if case .success(let loaded) = result {
                Self.place(loaded, &state)
                state.distrusted.remove(key)
            }
        }
        return result
    }

    private static func place(_ loaded: LoadedHall, _ state: inout State) {
        // Places of halls that nobody shows any more go when the next hall comes.
        state.halls = state.halls.filter { $0.value.hall != nil }
        state.halls[loaded.key] = Place(hall: loaded)
    }
}
