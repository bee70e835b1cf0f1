import Foundation
import Synchronization
import Usher
import UsherCore
import UsherTesting

/// The process that `bench idle-map` measures: a connected client, which opens one map when it is told `open`, and prints
/// its memory then. To `count` it answers how often its threads have gone to sleep.
struct IdleMapSubject {
    /// Bytes that the heap holds.
    struct Memory: Equatable {
        /// A connected client.
        var client: Int
        /// The show's hall as a value.
        var hall: Int
        /// The map, without its hall.
        var map: Int

        init(client: Int, hall: Int, map: Int) {
            self.client = client
            self.hall = hall
            self.map = map
        }

        /// From what `text` gives.
        init?(_ text: String) {
            let numbers = text.split(separator: " ").compactMap { Int($0) }
            guard numbers.count == 3 else { return nil }
            self.init(client: numbers[0], hall: numbers[1], map: numbers[2])
        }

        var text: String { "\(client) \(hall) \(map)" }
    }

    let address: ServerAddress
    let showID: String
    let console: Console

    func run() async throws {
        let start = HeapMemory.bytesInUse
        let client = UsherClient(address: address)
        defer { client.close() }
        do {
            try await measure(client, start)
        } catch let error as UsherError {
            throw ClientErrors.failure(error, address)
        }
    }

    private func measure(_ client: UsherClient, _ start: Int) async throws {
        let hallID = try await client.show(showID).show.hallID
        // The first of everything leaves things behind that stay: tables of the decoder, buffers of the connection.
        _ = try await client.hall(hallID)
        let connected = try await settled()
        let hallBytes = try await heldHall(client, hallID, connected)
        let without = try await settled()
        // Counts without waking anybody who would be counted.
        let lines = InputLines(FileHandle.standardInput) { line in
            if line == "count" { console.line("\(ProcessCounters.ownSleeps)") }
            return line == "count"
        }
        console.line("ready")
        guard await lines.next() == "open" else { return }
        let map = try await opened(client)
        let standing = try await settled()
        console.line(Memory(client: connected - start, hall: hallBytes, map: standing - without - hallBytes).text)
        while await lines.next() != nil {}
        withExtendedLifetime(map) {}
    }

    private func heldHall(_ client: UsherClient, _ hallID: String, _ before: Int) async throws -> Int {
        let hall = try await client.hall(hallID)
        let held = try await settled()
        return withExtendedLifetime(hall) { held - before }
    }

    /// The map and, as an app would have it, its hall.
    private func opened(_ client: UsherClient) async throws -> IdleMap {
        let map = IdleMap(showID, client)
        while !map.isReady { try await Task.sleep(for: .milliseconds(Limits.benchLook)) }
        return map
    }

    /// What the heap holds once what goes on in the background is over.
    private func settled() async throws -> Int {
        try await Task.sleep(for: .milliseconds(500))
        return HeapMemory.bytesInUse
    }
}
