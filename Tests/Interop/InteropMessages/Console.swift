import Glibc

/// What the interop programs say.
public enum Console {
    /// A line on stdout, at once.
    public static func say(_ line: String) {
        print(line)
        fflush(nil)
    }

    /// Ends the process with a line on stderr.
    public static func stop(_ status: Int32, _ line: String) -> Never {
        let bytes = Array("error: \(line)\n".utf8)
        // Nothing is left to do if stderr is closed.
        _ = write(2, bytes, bytes.count)
        exit(status)
    }
}
