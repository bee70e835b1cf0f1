internal import UsherCore

extension RequestStamp {
    /// nil without a request id.
    init?(_ scope: RequestScope, id: String, _ command: ShowCommand, show: String) {
        guard !id.isEmpty else { return nil }
        self.init(scope: scope, id: id, digest: command.digest(show: show))
    }
}
