import Foundation

extension Console {
    /// The process's own standard streams.
    static func system() -> Console {
        Console(
            out: { write($0, to: STDOUT_FILENO) }, error: { write($0, to: STDERR_FILENO) },
            input: { FileHandle.standardInput.readDataToEndOfFile() },
            environment: ProcessInfo.processInfo.environment, isTerminal: isatty(STDOUT_FILENO) == 1,
            size: terminalSize)
    }

    /// Writes all of it. A reader that went away (`usher watch | head`) ends the program as quietly as SIGPIPE would.
    private static func write(_ text: String, to descriptor: Int32) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let written = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if written > 0 {
                bytes = bytes.dropFirst(written)
            } else if errno == EPIPE {
                exit(0)
            } else if errno == EAGAIN {
                var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = poll(&entry, 1, -1)
            } else if errno != EINTR {
                exit(1)
            }
        }
    }

    private static func terminalSize() -> (width: Int, height: Int) {
        var window = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0 else {
            return (Limits.plainWidth, 0)
        }
        return (max(Limits.narrowestTerminal, Int(window.ws_col)), Int(window.ws_row))
    }
}
