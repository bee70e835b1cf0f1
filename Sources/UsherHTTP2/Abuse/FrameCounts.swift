/// What happened on a connection since it was last charged for: frames whose number is limited.
struct FrameCounts {
    /// RST_STREAM of the client, and streams of ours that it may not open yet.
    var resets = 0
    /// Streams that the client's faults made us reset.
    var provokedResets = 0
    /// Messages that came out as far more than they were, and than their method takes.
    var gzipBombs = 0
    /// Header blocks beyond what an honest client could need.
    var headerBombs = 0
    /// SETTINGS, their acknowledgements aside.
    var settings = 0
    /// Frames that do nothing or next to nothing: PRIORITY, empty or tiny DATA, unknown types.
    var idle = 0
    var windowUpdates = 0
    /// HEADERS, RST_STREAM, SETTINGS, PING, GOAWAY, whatever they do; of a client's they are counted above as what they
    /// are.
    var control = 0
    /// HEADERS and DATA that we sent, each of which an honest client may answer by WINDOW_UPDATEs.
    var sent = 0

    /// True if what came of writing and working must be charged for before more is read.
    var isUrgent: Bool { provokedResets > 0 || gzipBombs > 0 }
}
