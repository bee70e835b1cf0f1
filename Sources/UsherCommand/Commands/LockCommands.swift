import Foundation
import Usher
import UsherCore

/// `usher lock` and what can be done with a lock's token.
enum LockCommands {
    private static let token = PositionalSpec("TOKEN", "the lock's token; - reads it from standard input")

    static let lock = CommandSpec(
        "lock", "lock seats for a customer, all or nothing",
        positionals: [
            PositionalSpec("SHOW", "the show's id"),
            PositionalSpec("SEAT", "seat codes; or --best", count: .many(minimum: 0)),
        ],
        options: [
            OptionSpec("best", "N", "the best free seats for a party of N, as `usher suggest` names them first"),
            OptionSpec("holder", "ID", "whom the seats are for (default: cli)"),
            OptionSpec("ttl", "SPAN", "how long, as 10m (default: the show's policy)"), ClientOptions.requestID,
            ClientOptions.json,
        ] + PartyOptions.options + ClientOptions.server
    ) { arguments, console in
        let ttl = try ShowOptions.span("ttl", arguments)
        let seats = Array(arguments.positionals.dropFirst())
        let best = try best(arguments, seats)
        let lock = try await ClientOptions.withClient(arguments, console) { client in
            let (show, holder) = (arguments.positionals[0], arguments["holder"] ?? "cli")
            if let best {
                return try await client.lockBestSeats(
                    of: show, best, holder: holder, ttl: ttl, requestID: arguments["request-id"])
            }
            return try await client.lockSeats(
                seats, of: show, holder: holder, ttl: ttl, requestID: arguments["request-id"])
        }
        try print(lock, arguments, console)
        if !arguments.has("json") {
            console.note("next: usher confirm TOKEN, usher pay TOKEN, usher renew TOKEN or usher release TOKEN")
        }
    }

    /// What is asked for with --best; nil where seats are named.
    private static func best(_ arguments: ParsedArguments, _ seats: [String]) throws(UsageError) -> SeatQuery? {
        guard let count = try arguments.integer("best", in: SeatQuery.counts) else {
            if seats.isEmpty { throw UsageError("`lock` needs SEAT: seat codes; or --best N") }
            if let option = PartyOptions.options.first(where: { arguments[$0.name] != nil }) {
                throw UsageError("--\(option.name) goes with --best N")
            }
            return nil
        }
        guard seats.isEmpty else { throw UsageError("name seats, or --best N, not both") }
        return try PartyOptions.query(count: count, arguments)
    }

    static let status = CommandSpec(
        "status", "print a lock as it is now", positionals: [token],
        options: [ClientOptions.json] + ClientOptions.server
    ) { arguments, console in
        let token = try read(arguments.positionals[0], console)
        try print(
            try await ClientOptions.withClient(arguments, console) { try await $0.lock(token) }, arguments, console)
    }

    static let change = CommandSpec(
        "change", "add and remove seats of a lock at once", positionals: [token],
        options: [
            OptionSpec("add", "SEAT", repeats: true, "a seat to add"),
            OptionSpec("remove", "SEAT", repeats: true, "a seat to give back"), ClientOptions.requestID,
            ClientOptions.json,
        ] + ClientOptions.server
    ) { arguments, console in
        let token = try read(arguments.positionals[0], console)
        let lock = try await ClientOptions.withClient(arguments, console) { client in
            try await client.changeLock(
                token, add: arguments.all("add"), remove: arguments.all("remove"), requestID: arguments["request-id"])
        }
        try print(lock, arguments, console)
    }

    static let renew = CommandSpec(
        "renew", "give a lock more time", positionals: [token],
        options: [
            OptionSpec("ttl", "SPAN", "from now, as 10m (default: the show's policy)"), ClientOptions.requestID,
            ClientOptions.json,
        ] + ClientOptions.server
    ) { arguments, console in
        let token = try read(arguments.positionals[0], console)
        let ttl = try ShowOptions.span("ttl", arguments)
        let lock = try await ClientOptions.withClient(arguments, console) { client in
            try await client.renewLock(token, ttl: ttl, requestID: arguments["request-id"])
        }
        try print(lock, arguments, console)
    }

    static let pay = CommandSpec(
        "pay", "the customer pays: the lock is fixed for the payment window", positionals: [token],
        options: [OptionSpec(flag: "failed", "the payment failed: the lock is held again"), ClientOptions.json]
            + ClientOptions.server
    ) { arguments, console in
        let token = try read(arguments.positionals[0], console)
        let lock = try await ClientOptions.withClient(arguments, console) { client in
            arguments.has("failed") ? try await client.endPayment(token) : try await client.beginPayment(token)
        }
        try print(lock, arguments, console)
        if lock.state == .paying, !arguments.has("json") {
            console.note("next: usher confirm TOKEN --order REF, or usher pay TOKEN --failed")
        }
    }

    static let confirm = CommandSpec(
        "confirm", "sell the locked seats", positionals: [token],
        options: [
            OptionSpec("order", "REF", "your order number (default: one made of the lock's id)"),
            OptionSpec("order-ref", "REF", "the same as --order"), ClientOptions.requestID, ClientOptions.json,
        ] + ClientOptions.server
    ) { arguments, console in
        let token = try read(arguments.positionals[0], console)
        let sale = try await ClientOptions.withClient(arguments, console) { client in
            var order = arguments["order"] ?? arguments["order-ref"] ?? ""
            // Made of the lock, so that the same command again is the same order; of its end, which tells the locks of
            // a show apart, as an order_ref has 64 characters at most and a show's id alone may have as many.
            if order.isEmpty { order = "cli-\(try await client.lock(token).lockID.suffix(60))" }
            return try await client.confirmLock(token, orderRef: order, requestID: arguments["request-id"])
        }
        try SaleCommands.print(sale, arguments, console)
        if !arguments.has("json") { console.note("next: usher refund \(sale.saleID) --all gives the seats back") }
    }

    static let release = CommandSpec(
        "release", "give the locked seats back", positionals: [token], options: ClientOptions.server
    ) { arguments, console in
        let token = try read(arguments.positionals[0], console)
        try await ClientOptions.withClient(arguments, console) { try await $0.releaseLock(token) }
        console.line("released")
    }

    /// The argument, or the first line of standard input for `-`; what `lock`, `confirm`, `room join` and `focus start`
    /// print is understood, plain (`token TOKEN`) and with `--json`.
    static func read(_ argument: String, _ console: Console) throws(UsageError) -> String {
        guard argument == "-" else { return argument }
        let lines = String(decoding: console.input(), as: UTF8.self).split(whereSeparator: \.isNewline)
        if let first = lines.first, first.hasPrefix("{"),
            let object = try? JSONSerialization.jsonObject(with: Data(first.utf8)) as? [String: Any],
            let word = (object["token"] ?? object["saleId"] ?? object["sessionId"]) as? String
        {
            return word
        }
        let names: [Substring] = ["token", "sale", "session"]
        let named = lines.first { line in names.contains { line.hasPrefix("\($0) ") } }
        let words = (named ?? lines.first ?? "").split(separator: " ")
        let isNamed = words.first.map(names.contains) ?? false
        guard let word = isNamed ? words.dropFirst().first : words.first else {
            throw UsageError("standard input is empty; it should hold a token")
        }
        return String(word)
    }

    private static func print(_ lock: SeatLock, _ arguments: ParsedArguments, _ console: Console) throws {
        if arguments.has("json") {
            try console.line(JSONLine.lock(lock))
            return
        }
        let left = SpanText.format(max(.zero, lock.expiresAt - lock.serverTime))
        let time = lock.state?.isOpen == true ? ", until \(TimeText.format(lock.expiresAt)) (\(left))" : ""
        let state = lock.state.map { "\($0)" } ?? "in a state of a newer gateway"
        console.line("\(state) for \(lock.holder): \(DisplayText.safe(lock.seats.joined(separator: " ")))\(time)")
        for amount in lock.amounts {
            console.line("total \(MoneyText.format(amount.amountMinor, amount.currencyCode))")
        }
        console.line("token \(lock.token)")
    }
}
