import UsherCore

/// What stands around a drawn map: what is shown, where its reader stands, and how the stream is.
struct MapStatus: Sendable, Equatable {
    enum Connection: Sendable, Equatable {
        case live
        case connecting(attempt: Int)
        case waiting(seconds: Int)
        /// No stream comes through; the gateway is asked every few seconds.
        case polling
        /// One look, no stream.
        case still
    }

    /// Above the map.
    var title = ""
    var headers: [String] = []
    /// nil draws no position.
    var position: Position?
    var connection = Connection.still
    /// The last line: what happened last.
    var footer = ""
}
