/// One way in which a map is cut off and comes back.
struct ReconnectCase: Sendable, Equatable {
    /// What the network does meanwhile.
    enum Kind: String, Sendable, CaseIterable {
        /// Nothing moves, nothing is lost, and what was sent arrives when it is over.
        case stall
        /// Bytes vanish; the connections of this time are dead for ever without anybody being told.
        case swallow
        /// The connection is reset, and new ones are until it is over.
        case reset
    }

    var kind: Kind
    var seconds: Int
    /// The client is told by `networkChanged()` when it is over; else it finds out by itself.
    var isTold: Bool

    /// All kinds with all lengths, told; and those of `untold` not told.
    static func all(_ kinds: [Kind], _ seconds: [Int], untold: [Kind]) -> [ReconnectCase] {
        var cases: [ReconnectCase] = []
        for span in seconds {
            cases += kinds.map { ReconnectCase(kind: $0, seconds: span, isTold: true) }
            cases += untold.map { ReconnectCase(kind: $0, seconds: span, isTold: false) }
        }
        return cases
    }
}
