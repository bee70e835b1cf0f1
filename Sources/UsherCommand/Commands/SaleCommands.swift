import Usher
import UsherCore

/// `usher sale …` and `usher refund`.
enum SaleCommands {
    static let get = CommandSpec(
        "sale get", "print a sale as it is now", positionals: [PositionalSpec("SALE", "the sale's id")],
        options: [ClientOptions.json] + ClientOptions.server
    ) { arguments, console in
        let saleID = try LockCommands.read(arguments.positionals[0], console)
        try print(
            try await ClientOptions.withClient(arguments, console) { try await $0.sale(saleID) }, arguments, console)
    }

    static let list = CommandSpec(
        "sale list", "list a show's sales", positionals: [PositionalSpec("SHOW", "the show's id")],
        options: [ClientOptions.json] + ClientOptions.server
    ) { arguments, console in
        try await ClientOptions.withClient(arguments, console) { client in
            var token = ""
            repeat {
                let page = try await client.sales(of: arguments.positionals[0], pageSize: 1_000, pageToken: token)
                for sale in page.items { try print(sale, arguments, console) }
                token = page.nextPageToken
            } while !token.isEmpty
        }
    }

    static let refund = CommandSpec(
        "refund", "give sold seats back",
        positionals: [
            PositionalSpec("SALE", "the sale's id; - reads it from standard input"),
            PositionalSpec("SEAT", "seat codes; or --all", count: .many(minimum: 0)),
        ],
        options: [OptionSpec(flag: "all", "all seats of the sale"), ClientOptions.requestID, ClientOptions.json]
            + ClientOptions.server
    ) { arguments, console in
        let seats = Array(arguments.positionals.dropFirst())
        guard arguments.has("all") == seats.isEmpty else {
            throw UsageError("`refund` needs either seats or --all")
        }
        let saleID = try LockCommands.read(arguments.positionals[0], console)
        let sale = try await ClientOptions.withClient(arguments, console) { client in
            try await client.refundSale(
                saleID, seats.isEmpty ? .all : .seats(seats), requestID: arguments["request-id"])
        }
        try print(sale, arguments, console)
    }

    static func print(_ sale: SeatSale, _ arguments: ParsedArguments, _ console: Console) throws {
        if arguments.has("json") {
            try console.line(JSONLine.sale(sale))
            return
        }
        let late = sale.late ? ", late" : ""
        let seats = sale.seats.isEmpty ? "no seats left" : DisplayText.safe(sale.seats.joined(separator: " "))
        console.line("sale \(sale.saleID) of order \(DisplayText.safe(sale.orderRef)): \(seats)\(late)")
        for amount in sale.amounts {
            console.line("  total \(MoneyText.format(amount.amountMinor, amount.currencyCode))")
        }
        for refund in sale.refunds {
            console.line(
                "  refunded \(TimeText.format(refund.refundedAt)): \(DisplayText.safe(refund.seats.joined(separator: " ")))"
            )
        }
    }
}
