import Foundation

/// Signals as calls on a thread of their own. A handler may do next to nothing: this one writes a byte to a pipe. It is
/// installed at once, so that no signal is lost from then on; a dispatch source begins to listen a moment after it was
/// told to, and what comes in that moment is gone.
enum SignalPipe {
    private static let ends: (read: Int32, write: Int32) = {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return (-1, -1) }
        // A handler must not wait, whatever the reader does.
        _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }()

    /// Calls `body` whenever one of these signals comes, from now on until the process ends. They do nothing else then.
    /// Once a process: a second watcher would share the signals with the first.
    static func watch(_ numbers: [Int32], _ body: @escaping @Sendable () -> Void) {
        let reader = ends.read
        for number in numbers { signal(number) { _ in SignalPipe.tell() } }
        Thread.detachNewThread {
            var byte: UInt8 = 0
            while true {
                let count = read(reader, &byte, 1)
                if count == 1 { body() } else if errno != EINTR { return }
            }
        }
    }

    private static func tell() {
        let before = errno
        var byte: UInt8 = 0
        _ = write(ends.write, &byte, 1)
        errno = before
    }
}
