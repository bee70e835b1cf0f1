import Usher

/// The command line.
struct Options {
    var roomID = ""
    var memberID = ""
    var name = ""
    var server = ServerAddress(host: "127.0.0.1", port: 50_051)
    /// Where this device keeps what outlives the program.
    var store = "study-room"
    /// Of a session.
    var minutes: Int64 = 25

    /// nil if the arguments make no sense.
    init?(_ arguments: [String]) {
        var rest = arguments[...]
        while let word = rest.popFirst() {
            switch word {
            case "--server":
                guard let address = rest.popFirst().flatMap(ServerAddress.init) else { return nil }
                server = address
            case "--minutes":
                guard let number = rest.popFirst().flatMap(Int64.init), (1...600).contains(number) else { return nil }
                minutes = number
            case "--member", "--name", "--store":
                guard let value = rest.popFirst(), !value.isEmpty else { return nil }
                switch word {
                case "--member": memberID = value
                case "--name": name = value
                default: store = value
                }
            default:
                guard roomID.isEmpty, !word.hasPrefix("-") else { return nil }
                roomID = word
            }
        }
        if roomID.isEmpty || memberID.isEmpty { return nil }
        if name.isEmpty { name = memberID }
    }
}
