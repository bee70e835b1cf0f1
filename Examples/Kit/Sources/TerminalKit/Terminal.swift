import Foundation
import Synchronization

/// The terminal in raw mode: keys come at once and are not echoed, Ctrl-C and Ctrl-Z stay signals. `leave` gives it back
/// as it was; whoever enters must leave on every way out.
public final class Terminal: Sendable {
    private let before: termios
    private let raw: termios
    private let isEntered = Mutex(false)

    /// nil if standard input or output is no terminal.
    public init?() {
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { return nil }
        var mode = termios()
        guard tcgetattr(STDIN_FILENO, &mode) == 0 else { return nil }
        before = mode
        mode.c_lflag &= ~tcflag_t(ICANON | ECHO)
        raw = mode
    }

    /// The alternate screen, without a cursor.
    public func enter() {
        isEntered.withLock { isEntered in
            isEntered = true
            var mode = raw
            tcsetattr(STDIN_FILENO, TCSANOW, &mode)
            write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[2J")
        }
    }

    public func leave() {
        isEntered.withLock { isEntered in
            isEntered = false
            write("\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l")
            var mode = before
            tcsetattr(STDIN_FILENO, TCSANOW, &mode)
        }
    }

    /// Writes to the alternate screen; nothing once it was left, since another thread may be leaving it just now.
    public func draw(_ text: String) {
        isEntered.withLock { if $0 { write(text) } }
    }

    /// Columns and lines.
    public var size: (width: Int, height: Int) {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return (80, 24)
        }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// Writes all of it, or as much as a terminal that is gone takes.
    private func write(_ text: String) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Foundation.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            bytes = bytes.dropFirst(count)
        }
    }

    /// What was typed; waits for it. Empty when there will be nothing more.
    func read() -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 256)
        while true {
            let count = buffer.withUnsafeMutableBytes { Foundation.read(STDIN_FILENO, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            return Array(buffer.prefix(max(0, count)))
        }
    }
}
