import Usher
import UsherCore
import UsherWire

/// Proto3 JSON of what the commands print, one object a line.
enum JSONLine {
    static func hall(_ hall: Hall) -> String { ProtoJSON.encode(hall) }
    static func hallSummary(_ hall: Hall, seatCount: Int) -> String { ProtoJSON.encode(hall) }
}
