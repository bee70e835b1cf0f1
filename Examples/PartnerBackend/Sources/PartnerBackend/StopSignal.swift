import Foundation
import Signals
import Synchronization

/// SIGINT and SIGTERM as something to wait for. A second one ends the process at once.
enum StopSignal {
    private static let count = Atomic(0)

    /// One element when the process is asked to stop.
    static func arrivals() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingOldest(1))
        SignalPipe.start([SIGINT, SIGTERM]) { signal in
            if count.add(1, ordering: .relaxed).oldValue > 0 { _exit(128 + signal) }
            continuation.yield()
        }
        return stream
    }
}
