/// How a relay ends the connections that stand.
public enum RelayCut: String, Sendable, CaseIterable {
    /// Both sides are told at once that the connection broke (RST).
    case reset
    /// Both sides read an orderly end (FIN) after what was delivered.
    case end
}
