import Glibc

/// What the interop programs say.
public enum Console {
    /// A line on stdout, at once.
    public static func say(_ line: String) {
        print(line)
        fflush(nil)
    }

    /// Ends the process.
    public static func end(_ status: Int32) -> Never {
        exit(status)
    }

    /// The text as JSON writes it.
    public static func quoted(_ text: String) -> String {
        var out = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": out += "\\\(scalar)"
            case "\0"..." ":
                let digits = String(scalar.value, radix: 16)
                out += scalar == " " ? " " : "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: out.unicodeScalars.append(scalar)
            }
        }
        return out + "\""
    }

    /// Ends the process with a line on stderr.
    public static func stop(_ status: Int32, _ line: String) -> Never {
        let bytes = Array("error: \(line)\n".utf8)
        // Nothing is left to do if stderr is closed.
        _ = write(2, bytes, bytes.count)
        exit(status)
    }
}
