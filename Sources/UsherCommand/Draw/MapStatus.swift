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
    /// Below the map: what happened last.
    var footer = ""
    /// Below it, in as many lines as they need: what somebody who looks for a fault wants to know.
    var diagnostics: [String] = []
}
