internal import UsherCore
internal import UsherLedger
internal import UsherRPC
internal import UsherWire

/// Locks that become sales, and what becomes of those.
extension LockService {
    func confirm(_ bytes: [UInt8]) throws(RPCError) -> CommandAsk {
        let request = try RequestReader.checked(ConfirmLockRequest.self, bytes) { request, check in
            check.orderRef(request.orderRef)
            check.requestID(request.requestID)
        }
        let token = try token(request.token)
        let command = ShowCommand.confirmLock(token.key, orderRef: request.orderRef)
        let stamp = RequestStamp(.confirmLock, id: request.requestID, command, show: token.showID)
        return .command(
            command, on: token.showID, stamp,
            CommandForm(
                unknown: .lockUnknown, subject: RefusalSubject(isConfirm: true), encode: Self.encodeSale))
    }

    func refund(_ bytes: [UInt8]) throws(RPCError) -> CommandAsk {
        let request = try RequestReader.checked(RefundSaleRequest.self, bytes) { request, check in
            check.seats(request.seats, "seats", mayBeEmpty: true)
            if request.seats.isEmpty, !request.all { check.add("seats", "is empty: name seats, or set all") }
            if !request.seats.isEmpty, request.all { check.add("all", "stands beside seats: give one of both") }
            check.requestID(request.requestID)
        }
        let sale = try saleID(request.saleID)
        let command = ShowCommand.refundSale(number: sale.number, seats: request.seats, all: request.all)
        let stamp = RequestStamp(.refundSale, id: request.requestID, command, show: sale.showID)
        let subject = RefusalSubject(saleID: request.saleID, seatOwner: .sale)
        return .command(
            command, on: sale.showID, stamp,
            CommandForm(unknown: .saleUnknown, subject: subject, encode: Self.encodeSale))
    }

    func getSale(_ bytes: [UInt8]) throws(RPCError) -> CommandAsk {
        let request = try RequestReader.checked(GetSaleRequest.self, bytes)
        let sale = try saleID(request.saleID)
        let form = CommandForm(
            unknown: .saleUnknown, subject: RefusalSubject(saleID: request.saleID), encode: Self.encodeSale)
        return .command(.getSale(number: sale.number), on: sale.showID, nil, form)
    }

    @Sendable
    private static func encodeSale(_ reply: CommandReply) throws(RPCError) -> [UInt8] { try reply.sale().encoded() }

    func listSales(_ bytes: [UInt8]) async throws(RPCError) -> [UInt8] {
        let (request, check) = try await RequestReader.gather(ListSalesRequest.self, bytes) { request, check in
            check.id(request.showID, "show_id")
            check.page(size: request.pageSize, token: request.pageToken)
        }
        let subject = RefusalSubject(showID: request.showID)
        let (page, hall) = try await Listing.page(
            size: request.pageSize, token: request.pageToken, check, about: subject
        ) { (size) throws(LedgerError) in
            try await desk.ledger.sales(
                of: Tenancy.show(request.showID), pageSize: size, pageToken: request.pageToken)
        }
        let sales = page.items.map { SaleMessage($0, showID: request.showID, hall: hall) }
        return ListSalesResponse(sales: sales, nextPageToken: page.nextToken).encoded()
    }

    /// Whatever is no sale id of ours is a sale that nobody knows.
    private func saleID(_ text: String) throws(RPCError) -> SaleID {
        guard let sale = SaleID(text) else {
            // A text of any length and content: told only as far as it can be one of ours.
            let told = text.utf8.count <= Limits.maxSaleIDTold ? text : ""
            throw RPCError(.saleUnknown, about: RefusalSubject(saleID: told))
        }
        return sale
    }
}
