import UsherCore

/// One request of a simulated buyer; the same value is sent again when its outcome is unknown.
struct SimulatedRequest {
    var command: ShowCommand
    /// "" has no request id.
    var id = ""
    var scope = RequestScope.lockSeats
    /// Whom the answer is for, where that is not clear from the request.
    var caller: Int?

    func stamp(show: String) -> RequestStamp? {
        id.isEmpty ? nil : RequestStamp(scope: scope, id: id, digest: command.digest(show: show))
    }
}
