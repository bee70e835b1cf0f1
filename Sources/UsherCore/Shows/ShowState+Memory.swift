/// What is not in memory: archived locks and sales of a show in use.
extension ShowState {
    /// A closed lock or a sale that the command is about and that is not in memory. Load it from the store and hand it
    /// to `restore`, then ask again: a confirmed lock may name its sale. What the store does not have is left out, and
    /// `decide` then says that it is unknown; so ask at most twice.
    public func missing(for command: ShowCommand) -> (lock: UInt64?, sale: UInt64?) {
        if let key = command.lockKey {
            guard let lock = lock(key.number) else { return (isPlausible(key.number) ? key.number : nil, nil) }
            if case .confirmLock = command, let number = lock.saleNumber, sales[number] == nil {
                return (nil, number)
            }
            return (nil, nil)
        }
        switch command {
        case .refundSale(let number, _, _), .getSale(let number):
            return (nil, isPlausible(number) && sales[number] == nil ? number : nil)
        default:
            return (nil, nil)
        }
    }

    /// Locks and sales are named by log indexes: others cannot exist, and cost no look-up.
    private func isPlausible(_ number: UInt64) -> Bool {
        number >= 1 && number <= logIndex
    }

    /// Takes a closed lock from the archive into memory.
    public mutating func restore(lock: Lock) {
        precondition(!lock.state.isOpen, "an open lock from the archive: \(lock.number); \(standing)")
        guard openLocks[lock.number] == nil else { return }
        closedLocks.restore(lock)
    }

    /// Takes a sale from the store into memory.
    public mutating func restore(sale: Sale) {
        guard sales[sale.number] == nil else { return }
        sales.insert(sale)
    }

    /// Locks that closed, or changed after they had closed, since the last call: archive them (replacing what is
    /// there) in the transaction that stores the snapshot. From here on they may leave memory.
    public mutating func takeClosedLocks() -> [Lock] {
        closedLocks.take()
    }

    /// Archived locks that a replayed record changed: load and restore them before the next snapshot, so that
    /// `takeClosedLocks` hands out what they became.
    public var unresolvedLocks: [UInt64] {
        closedLocks.confirmations.keys.sorted()
    }

    /// After a restart, once the log is replayed and before anything expires: every paying lock's deadline becomes at
    /// least `until`, also one that passed while the server was down.
    ///
    /// No record is written for it. A replay may still find the older deadline, and the next restart grants anew; a
    /// lock that leaves payment takes its raised deadline into the log.
    public mutating func grantRestartGrace(until: Timestamp) {
        for lock in openLocks.values where lock.state == .paying && lock.expiresAt < until {
            graced.insert(lock.number)
            setDeadline(lock.number, until)
        }
        dropStaleDeadlines()
    }
}
