import Synchronization
import Usher
import UsherCore

/// The only writer of a show, who hence knows the map that every seq has: what readers of the show are held to.
final class SeatScribe: Sendable {
    private struct Book {
        var seq: UInt64
        var states: [UInt8]
        /// The map of each seq. What is about to be sent is here before it is sent: readers may be faster than answers.
        var maps: [UInt64: [UInt8]]
    }

    private let client: UsherClient
    private let showID: String
    private let codes: [String]
    private let book: Mutex<Book>

    /// Begins with the show as it is.
    init(_ showID: String, _ hall: Hall, _ client: UsherClient) async throws {
        guard case .snapshot(let snapshot) = try await client.seats(of: showID) else {
            throw CommandFailure("the gateway gave no map of \(showID)")
        }
        self.client = client
        self.showID = showID
        codes = hall.seats.map(\.code)
        let states = snapshot.states
        let seq = snapshot.seq
        book = Mutex(Book(seq: seq, states: states, maps: [seq: states]))
    }

    /// The last seq that was acknowledged.
    var seq: UInt64 { book.withLock { $0.seq } }

    /// The map that `seq` has; nil if nobody wrote so far.
    func map(at seq: UInt64) -> [UInt8]? { book.withLock { $0.maps[seq] } }

    /// Blocks an available seat, or frees one that it blocked.
    func change() async throws {
        let seat = Int.random(in: codes.indices)
        let (seq, blocks) = book.withLock { book in
            let blocks = book.states[seat] == SeatState.available.rawValue
            book.states[seat] = blocks ? SeatState.blocked.rawValue : SeatState.available.rawValue
            book.maps[book.seq + 1] = book.states
            return (book.seq + 1, blocks)
        }
        let told =
            blocks
            ? try await client.blockSeats([codes[seat]], of: showID, reason: "bench")
            : try await client.unblockSeats([codes[seat]], of: showID, reason: "bench")
        guard told == seq else { throw CommandFailure("a change of \(showID) became seq \(told), not \(seq)") }
        book.withLock { $0.seq = seq }
    }
}
