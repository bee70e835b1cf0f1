import UsherCore

// Sales, closed locks and request ids: what is read apart from the hot state.
extension SQLiteStore {
    func sell(seats: [HeldSeat], sale: UInt64, key: Int64) throws(LedgerError) {
        try write { () throws(SQLiteError) in
            for seat in seats { try writing(.sellSeat).bind(key).bind(Int64(seat.seat)).bind(sale).run() }
        }
    }

    func unsell(seats: [HeldSeat], key: Int64) throws(LedgerError) {
        try write { () throws(SQLiteError) in
            for seat in seats { try writing(.unsellSeat).bind(key).bind(Int64(seat.seat)).run() }
        }
    }

    func write(_ sale: Sale, key: Int64) throws(LedgerError) {
        let refundedAt = sale.seats.isEmpty ? sale.refunds.last?.refundedAt.nanoseconds ?? 0 : 0
        try write { () throws(SQLiteError) in
            try writing(.writeSale).bind(key).bind(sale.number).bind(refundedAt).bind(codec.encode(sale)).run()
        }
    }

    func sale(_ number: UInt64, key: Int64) throws(LedgerError) -> Sale? {
        guard let blob = try blob(.sale, key, number) else { return nil }
        return try decode("sale \(number) of show \(key)") { () throws(CodecError) in try codec.decodeSale(blob) }
    }

    func sales(key: Int64, after number: UInt64, limit: Int) throws(LedgerError) -> [Sale] {
        let blobs = try read { () throws(SQLiteError) in
            let statement = try statement(.sales).begin().bind(key).bind(number).bind(Int64(limit))
            var blobs: [[UInt8]] = []
            while try statement.step() { blobs.append(statement.blob(0)) }
            return blobs
        }
        var sales: [Sale] = []
        for blob in blobs {
            sales.append(
                try decode("a sale of show \(key)") { () throws(CodecError) in try codec.decodeSale(blob) })
        }
        return sales
    }

    func write(_ closedLocks: [Lock], key: Int64) throws(LedgerError) {
        var rest = closedLocks[...]
        while let first = rest.first {
            // A row of locks whose numbers lie near each other: a look-up then finds few rows.
            let row = rest.prefix(Limits.closedLocksPerRow).prefix { $0.number - first.number < Limits.closedLockSpan }
            rest = rest.dropFirst(row.count)
            let closedAt = row.map { $0.closedAt ?? $0.expiresAt }.max() ?? first.expiresAt
            try write { () throws(SQLiteError) in
                try writing(.writeClosedLocks).bind(key).bind(first.number).bind(row[row.endIndex - 1].number)
                    .bind(closedAt.nanoseconds).bind(codec.encode(Array(row))).run()
            }
        }
    }

    func closedLock(_ number: UInt64, key: Int64) throws(LedgerError) -> Lock? {
        let statement = try read { () throws(SQLiteError) -> Statement in
            try self.statement(.closedLock).begin().bind(key).bind(number).bind(number + Limits.closedLockSpan)
        }
        defer { statement.end() }
        // The newest row that has it counts.
        while try read({ () throws(SQLiteError) in try statement.step() }) {
            let locks = try decode("lock \(number) of show \(key)") { () throws(CodecError) in
                try codec.decodeLocks(statement.blob(0))
            }
            guard let lock = locks.first(where: { $0.number == number }) else { continue }
            guard !lock.state.isOpen else {
                throw LedgerError(.damaged, "lock \(number) of show \(key) is not a closed lock")
            }
            return lock
        }
        return nil
    }

    private func blob(_ query: Query, _ key: Int64, _ number: UInt64) throws(LedgerError) -> [UInt8]? {
        try read { () throws(SQLiteError) in
            let statement = try statement(query).begin().bind(key).bind(number)
            defer { statement.end() }
            return try statement.step() ? statement.blob(0) : nil
        }
    }

    // MARK: Request ids

    func request(_ key: RequestKey) throws(LedgerError) -> StoredRequest? {
        try read { () throws(SQLiteError) in
            let statement = try statement(.request).begin().bind(key.tenant).bind(Int64(key.scope.rawValue))
                .bind(key.id)
            defer { statement.end() }
            guard try statement.step() else { return nil }
            let subject: StoredRequest.Subject =
                switch statement.integer(2) {
                case 1: .lock(statement.unsigned(3))
                case 2: .sale(statement.unsigned(3))
                default: .show
                }
            return StoredRequest(
                digest: ContentDigest(bytes: statement.blob(0)), showKey: statement.integer(1), subject: subject,
                at: Timestamp(nanoseconds: statement.integer(4)))
        }
    }

    func write(_ request: StoredRequest, key: RequestKey) throws(LedgerError) {
        let (kind, number): (Int64, UInt64) =
            switch request.subject {
            case .show: (0, 0)
            case .lock(let number): (1, number)
            case .sale(let number): (2, number)
            }
        try write { () throws(SQLiteError) in
            try writing(.writeRequest).bind(key.tenant).bind(Int64(key.scope.rawValue)).bind(key.id)
                .bind(request.digest.bytes).bind(request.showKey).bind(kind).bind(number)
                .bind(request.at.nanoseconds).run()
        }
    }

    func setRequestsFlushed(to position: UInt64) throws(LedgerError) {
        try write { () throws(SQLiteError) in try writing(.setFlushed).bind(position).run() }
        requestsFlushedTo = position
    }

    func unflushedRequests(_ body: (RequestKey, StoredRequest) -> Void) throws(LedgerError) {
        let statement = try read { () throws(SQLiteError) -> Statement in
            try self.statement(.unflushed).begin().bind(requestsFlushedTo)
        }
        defer { statement.end() }
        while try read({ () throws(SQLiteError) in try statement.step() }) {
            let row = try decode("a record of show \(statement.integer(1))") { () throws(CodecError) in
                try codec.decodeRecords(statement.blob(0))
            }
            for record in row {
                guard let stamp = record.request else { continue }
                body(
                    RequestKey(tenant: statement.text(2), scope: stamp.scope, id: stamp.id),
                    StoredRequest(
                        digest: stamp.digest, showKey: statement.integer(1), subject: record.subject, at: record.at))
            }
        }
    }

    func prune(before time: Timestamp, limit: Int) throws(LedgerError) -> Bool {
        try write { () throws(SQLiteError) in
            var more = false
            var queries: [Query] = [.pruneRequests, .pruneClosedLocks]
            // A disk keeps every sale. Memory forgets those that were given back whole long ago.
            if !keepsHistory { queries.append(.pruneRefundedSales) }
            for query in queries {
                let rows = query == .pruneClosedLocks ? max(1, limit / Limits.closedLocksPerRow) : limit
                try writing(query).bind(time.nanoseconds).bind(Int64(rows)).run()
                more = try changes() == rows || more
            }
            return more
        }
    }
}
