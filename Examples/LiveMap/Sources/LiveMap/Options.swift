import Usher

/// The command line.
struct Options {
    var showID = ""
    var server = ServerAddress(host: "127.0.0.1", port: 50_051)
    /// Whom the gateway holds the seats for.
    var holder = "live-map-\(UInt32.random(in: .min ... .max))"

    /// nil if the arguments make no sense.
    init?(_ arguments: [String]) {
        var rest = arguments[...]
        while let word = rest.popFirst() {
            switch word {
            case "--server":
                guard let address = rest.popFirst().flatMap(ServerAddress.init) else { return nil }
                server = address
            case "--holder":
                guard let id = rest.popFirst() else { return nil }
                holder = id
            default:
                guard showID.isEmpty, !word.hasPrefix("-") else { return nil }
                showID = word
            }
        }
        if showID.isEmpty { return nil }
    }
}
