import Usher

/// The command line.
struct Options {
    enum Mode: Equatable {
        /// Follow all shows until a signal comes.
        case follow
        /// Catch up with all shows, then end.
        case once
        /// Print what the table holds; no gateway is asked.
        case status
    }

    static let usage = """
        usage: PartnerBackend [--server ADDRESS] [--database FILE] [--interval SECONDS] [--once | --status]

          --server ADDRESS    the gateway (127.0.0.1:50051)
          --database FILE     the SQLite file (partner.db)
          --interval SECONDS  how often to look for new shows (10)
          --once              catch up with every show, then end
          --status            print one JSON line a show from the table alone
        """

    var server = ServerAddress(host: "127.0.0.1", port: 50_051)
    var database = "partner.db"
    var interval = 10.0
    var mode = Mode.follow

    /// nil if the arguments make no sense.
    init?(_ arguments: [String]) {
        var rest = arguments[...]
        while let name = rest.popFirst() {
            switch name {
            case "--once": mode = .once
            case "--status": mode = .status
            case "--server":
                guard let address = rest.popFirst().flatMap(ServerAddress.init) else { return nil }
                server = address
            case "--database":
                guard let path = rest.popFirst() else { return nil }
                database = path
            case "--interval":
                guard let seconds = rest.popFirst().flatMap(Double.init), (0.1...86_400).contains(seconds) else {
                    return nil
                }
                interval = seconds
            default: return nil
            }
        }
    }
}
