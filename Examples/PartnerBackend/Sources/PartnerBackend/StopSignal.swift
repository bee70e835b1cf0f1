import Dispatch
import Foundation
import Synchronization

/// SIGINT and SIGTERM as something to wait for. A second one ends the process at once.
enum StopSignal {
    private static let count = Atomic(0)

    /// One element when the process is asked to stop.
    static func arrivals() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingOldest(1))
        let queue = DispatchQueue(label: "signals")
        for number in [SIGINT, SIGTERM] {
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler {
                // The handler keeps its source, which lives as long as the process.
                _ = source
                if count.add(1, ordering: .relaxed).oldValue > 0 { _exit(128 + number) }
                continuation.yield()
            }
            source.resume()
        }
        return stream
    }
}
