/// What a gateway's sentences call an rpc, for people who have commands.
enum RPCWords {
    /// The command that does what the rpc does.
    static let commands: [String: String] = [
        "PutHall": "import", "CheckHall": "hall diff", "GetHall": "hall get", "ListHalls": "hall list",
        "CreateShow": "show create", "GetShow": "show get", "ListShows": "show list", "UpdateShow": "show update",
        "BlockSeats": "block", "UnblockSeats": "unblock",
        "GetSeats": "seats", "WatchSeats": "watch", "SuggestSeats": "suggest",
        "LockSeats": "lock", "LockBestSeats": "lock --best", "ChangeLock": "change", "RenewLock": "renew",
        "BeginPayment": "pay", "EndPayment": "pay --failed", "ConfirmLock": "confirm", "ReleaseLock": "release",
        "GetLock": "status", "RefundSale": "refund", "GetSale": "sale get", "ListSales": "sale list",
        "CreateRoom": "room create", "GetRoom": "room show", "JoinRoom": "room join", "TakeSeat": "room sit",
        "LeaveSeat": "room stand", "SetStatus": "room status", "KeepAlive": "room keep", "LeaveRoom": "room leave",
        "WatchRoom": "room watch",
        "StartFocus": "focus start", "PauseFocus": "focus pause", "ResumeFocus": "focus resume",
        "CompleteFocus": "focus finish", "AbandonFocus": "focus abandon", "GetFocus": "focus show",
        "ListFocus": "focus list", "GetFocusStats": "focus stats",
    ]

    /// The text with commands in the place of rpcs: `make it with CreateShow` becomes `make it with `usher show create``.
    static func told(_ text: String) -> String {
        text.replacing(/\b[A-Z][a-z]+(?:[A-Z][a-z]+)+\b/) { match in
            commands[String(match.output)].map { "`usher \($0)`" } ?? String(match.output)
        }
    }
}
