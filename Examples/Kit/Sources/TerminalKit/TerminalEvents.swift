import Foundation
import Signals
import Synchronization

/// What a person does to the app: keys, signals, another size of the window.
public enum TerminalEvents {
    public enum Event: Sendable, Equatable {
        case key(Key)
        /// Draw everything: the window has another size, or the app was stopped and goes on.
        case redraw
        case quit
    }

    private static let quits = Atomic(0)

    /// Tells `send` what happens, from now on until the process ends. The signals do not end the process any more.
    public static func start(_ terminal: Terminal, _ send: @escaping @Sendable (Event) -> Void) {
        SignalPipe.start([SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGWINCH]) { signal in
            switch signal {
            case SIGWINCH: send(.redraw)
            case SIGTSTP:
                // The shell shall find its terminal as it was. `raise` stops this thread before it returns, and with it
                // the whole process; `fg` goes on behind it.
                terminal.leave()
                raise(SIGSTOP)
                terminal.enter()
                send(.redraw)
            default:
                if quits.add(1, ordering: .relaxed).oldValue == 0 { return send(.quit) }
                // Who asks twice does not want to wait for the gateway.
                terminal.leave()
                _exit(128 + signal)
            }
        }
        Thread.detachNewThread { readKeys(terminal, send) }
    }

    private static func readKeys(_ terminal: Terminal, _ send: (Event) -> Void) {
        var parser = KeyParser()
        while true {
            let bytes = terminal.read()
            // The window was closed.
            if bytes.isEmpty { return send(.quit) }
            for key in parser.take(bytes) { send(.key(key)) }
        }
    }
}
