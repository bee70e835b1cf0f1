internal import UsherCore
internal import UsherLedger
internal import UsherRPC
internal import UsherWire

/// The reply's subject as a message. Another subject than the command has would be the ledger's fault: INTERNAL.
extension CommandReply {
    func lock() throws(RPCError) -> LockMessage {
        guard case .lock(let lock) = subject else { throw Self.unexpected }
        let token = LockToken(showID: showID, key: LockKey(number: lock.number, secret: lock.secret))
        return LockMessage(
            lock, showID: showID, hall: hall, lockID: token.lockID, token: token.text, serverTime: serverTime)
    }

    func sale() throws(RPCError) -> SaleMessage {
        guard case .sale(let sale) = subject else { throw Self.unexpected }
        return SaleMessage(sale, showID: showID, hall: hall)
    }

    func show() throws(RPCError) -> ShowView {
        guard case .show(let view) = subject else { throw Self.unexpected }
        return view
    }

    func seq() throws(RPCError) -> UInt64 {
        guard case .seq(let seq) = subject else { throw Self.unexpected }
        return seq
    }

    private static let unexpected = RPCError(.internal, "the ledger answered about something else")
}

extension SaleMessage {
    init(_ sale: Sale, showID: String, hall: HallRevision) {
        self.init(
            sale, showID: showID, hall: hall, saleID: SaleID(showID: showID, number: sale.number).text,
            lockID: LockToken.lockID(showID: showID, number: sale.lockNumber))
    }
}
