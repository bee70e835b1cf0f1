import Foundation

/// Signals as calls on a thread of their own. The handler of a signal only writes the signal's number to a pipe, which is
/// all that a handler may do; it is installed at once, so no signal is lost from then on.
public enum SignalPipe {
    private static let ends: (read: Int32, write: Int32) = {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return (-1, -1) }
        // A handler must not wait, whatever the reader does.
        _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
        return (ends[0], ends[1])
    }()

    /// Calls `body` with each of these signals that comes, from now on until the process ends. They do nothing else then.
    public static func start(_ numbers: [Int32], _ body: @escaping @Sendable (Int32) -> Void) {
        let reader = ends.read
        for number in numbers { signal(number) { SignalPipe.tell($0) } }
        Thread.detachNewThread {
            var number: UInt8 = 0
            while true {
                let count = read(reader, &number, 1)
                if count == 1 { body(Int32(number)) } else if errno != EINTR { return }
            }
        }
    }

    private static func tell(_ number: Int32) {
        let before = errno
        var byte = UInt8(truncatingIfNeeded: number)
        _ = write(ends.write, &byte, 1)
        errno = before
    }
}
