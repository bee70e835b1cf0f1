internal import UsherCore
internal import UsherLedger
internal import UsherRPC
internal import UsherWire

/// Locks that become sales, and what becomes of those.
extension LockService {
    func confirm(_ bytes: [UInt8]) async throws(RPCError) -> [UInt8] {
        let request = try await RequestReader.read(ConfirmLockRequest.self, bytes) { request, check in
            check.orderRef(request.orderRef)
            check.requestID(request.requestID)
        }
        let token = try token(request.token)
        let command = ShowCommand.confirmLock(token.key, orderRef: request.orderRef)
        let stamp = RequestStamp(.confirmLock, id: request.requestID, command, show: token.showID)
        return try await execute(command, of: token, stamp, RefusalSubject(isConfirm: true)).sale().encoded()
    }

    func refund(_ bytes: [UInt8]) async throws(RPCError) -> [UInt8] {
        let request = try await RequestReader.read(RefundSaleRequest.self, bytes) { request, check in
            check.seats(request.seats, "seats", mayBeEmpty: true)
            if request.seats.isEmpty, !request.all { check.add("seats", "is empty: name seats, or set all") }
            if !request.seats.isEmpty, request.all { check.add("all", "stands beside seats: give one of both") }
            check.requestID(request.requestID)
        }
        let sale = try saleID(request.saleID)
        let command = ShowCommand.refundSale(number: sale.number, seats: request.seats, all: request.all)
        let stamp = RequestStamp(.refundSale, id: request.requestID, command, show: sale.showID)
        let subject = RefusalSubject(saleID: request.saleID, seatOwner: .sale)
        return try await execute(command, on: sale.showID, stamp, unknown: .saleUnknown, subject).sale().encoded()
    }

    func getSale(_ bytes: [UInt8]) async throws(RPCError) -> [UInt8] {
        let request = try await RequestReader.read(GetSaleRequest.self, bytes) { _, _ in }
        let sale = try saleID(request.saleID)
        let subject = RefusalSubject(saleID: request.saleID)
        return try await execute(.getSale(number: sale.number), on: sale.showID, unknown: .saleUnknown, subject)
            .sale().encoded()
    }

    func listSales(_ bytes: [UInt8]) async throws(RPCError) -> [UInt8] {
        let (request, check) = try await RequestReader.gather(ListSalesRequest.self, bytes) { request, check in
            check.id(request.showID, "show_id")
            check.page(size: request.pageSize, token: request.pageToken)
        }
        let subject = RefusalSubject(showID: request.showID)
        let (page, hall) = try await Listing.page(
            size: request.pageSize, token: request.pageToken, check, about: subject
        ) { (size) throws(LedgerError) in
            try await ledger.sales(
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
