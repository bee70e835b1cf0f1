internal import UsherCore
internal import UsherLedger
internal import UsherRPC

/// What a request asks of the ledger, once it is decoded and checked.
enum CommandAsk: Sendable {
    /// A command on one show.
    case command(ShowCommand, ShowRef, RequestStamp?, CommandForm)
    /// The request is refused. The show may have a word to say of its `ttl`, whose upper bound only the show knows: that
    /// fault is told with the others.
    case faulty(RequestCheck, ttl: TimeSpan?, showID: String)

    /// `form.subject` is completed by the show.
    static func command(
        _ command: ShowCommand, on showID: String, _ stamp: RequestStamp?, _ form: CommandForm
    ) -> CommandAsk {
        var form = form
        form.subject.showID = showID
        return .command(command, Tenancy.show(showID), stamp, form)
    }
}
