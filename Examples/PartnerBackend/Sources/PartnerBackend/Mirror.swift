import Synchronization
import Usher

/// Keeps the table at what the gateway has: one living map a show, and a look at the list of shows now and then for those
/// that are new.
struct Mirror: Sendable {
    let client: UsherClient
    let table: SeatTable
    /// Told what happens, for logs.
    let log: @Sendable (String) -> Void

    /// The shows that have a map open.
    private final class Followed: Sendable {
        let ids = Mutex(Set<String>())
    }

    // MARK: Following

    /// Until the task is cancelled. Throws only what the table throws: without a disk there is nothing to mirror to.
    func follow(every interval: Duration) async throws {
        let followed = Followed()
        try await withThrowingDiscardingTaskGroup { group in
            // A group whose child failed is cancelled.
            while !group.isCancelled {
                for show in await listedShows() where followed.ids.withLock({ $0.insert(show.showID).inserted }) {
                    try await table.note(show)
                    group.addTask {
                        try await follow(show.showID)
                        // The gateway does not know it any more. Should it be listed again, it is followed again.
                        followed.ids.withLock { _ = $0.remove(show.showID) }
                    }
                }
                do { try await Task.sleep(for: interval) } catch { break }
            }
            group.cancelAll()
        }
    }

    /// All shows; none while the gateway cannot be asked.
    private func listedShows() async -> [Show] {
        do throws(UsherError) {
            return try await allShows()
        } catch {
            if !Task.isCancelled { log("the shows cannot be listed: \(error)") }
            return []
        }
    }

    private func allShows() async throws(UsherError) -> [Show] {
        var shows: [Show] = []
        var token = ""
        repeat {
            let page = try await client.shows(pageSize: 1_000, pageToken: token)
            shows += page.items.map(\.show)
            token = page.nextPageToken
        } while !token.isEmpty
        return shows
    }

    /// Until the task is cancelled, or until the gateway says that it is useless.
    private func follow(_ showID: String) async throws {
        let known = try await table.replica(of: showID)
        log("\(showID): from \(known.map { "seq \($0.position.seq)" } ?? "the beginning")")
        let map = client.seatMap(showID, from: known)
        do {
            for try await update in map.updates {
                if let hall = update.hall {
                    try await table.replace(showID, hall, update.changes.map(\.state), at: update.position)
                } else {
                    try await table.change(showID, update.changes, to: update.position)
                }
            }
        } catch let error as UsherError {
            log("\(showID): \(error)")
        }
    }

    // MARK: Catching up

    /// Brings every show to its newest state with one question each, and no stream.
    func catchUp() async throws {
        for show in try await allShows() {
            try await table.note(show)
            try await catchUp(show.showID)
        }
    }

    private func catchUp(_ showID: String) async throws {
        var replica = try await table.replica(of: showID) ?? SeatMapReplica()
        while true {
            let event = try await client.seats(of: showID, after: replica.position)
            switch replica.apply(event) {
            case .applied(let changes):
                return try await table.change(showID, changes, to: replica.position)
            case .replaced:
                let hall = try await client.hall(replica.hallID, revision: replica.hallRevision)
                return try await table.replace(showID, hall, replica.states, at: replica.position)
            case .alive, .ignored, .sideChanged, .drain: return
            // The table does not fit the answer: from the beginning.
            case .resume: replica = SeatMapReplica()
            }
        }
    }
}
