/// Why a connection goes, in gRPC's words where it has them: they stand in the GOAWAY's debug data.
public enum GoingAway: String, Sendable {
    /// The server ends.
    case shutdown
    /// Nothing was asked on the connection for long (gRFC A9).
    case maxIdle = "max_idle"
    /// The connection has served its time (gRFC A9): the next one may reach another server.
    case maxAge = "max_age"
}
