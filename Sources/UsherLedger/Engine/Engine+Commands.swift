import UsherCore

// One command on one show.
extension Engine {
    func execute(_ command: ShowCommand, on ref: ShowRef, request: RequestStamp?) throws(LedgerError)
        -> Verdict<CommandReply>
    {
        if let request, let known = try known(request, tenant: ref.tenant) {
            guard known.digest == request.digest else { return .failure(.requestIDReused) }
            return try repeated(known, ref)
        }
        guard let show = try loaded(ref) else { return .failure(.showUnknown) }
        try expire(show)
        try restoreMissing(for: command, show)
        let now = batch.now
        switch show.ask({ $0.decide(command, now: now) }) {
        case .refuse(let refusal):
            return .failure(refusal)
        case .reply(let subject):
            // Nothing is written to the log: a repeat is known by the table.
            if let request { try remember(request, show, subject) }
            return .success(try capture(subject, command, show, since: show.state.logIndex))
        case .commit(let events, let reply):
            if let busy = try overlap(events, show) { return .failure(.hallBusy(showID: busy)) }
            let before = show.state.logIndex
            let cause = events.lastIndex { $0.makes(reply) } ?? events.count - 1
            for (position, event) in events.enumerated() {
                try append(event, to: show, request: position == cause ? request : nil)
            }
            return .success(try capture(reply, command, show, since: before))
        }
    }

    /// Frees the seats of locks whose time is over, each by a commit of its own.
    func expire(_ show: LoadedShow) throws(LedgerError) {
        let now = batch.now
        let isDue = show.ask { state in state.nextDeadline.map { $0 <= state.effectiveNow(now) } ?? false }
        guard isDue else { return }
        for event in show.state.expirations(now: batch.now) { try append(event, to: show, request: nil) }
    }

    private func restoreMissing(for command: ShowCommand, _ show: LoadedShow) throws(LedgerError) {
        // A lock may name a sale: twice is enough.
        for _ in 0..<2 {
            let (lockNumber, saleNumber) = show.ask { $0.missing(for: command) }
            if let lockNumber, let lock = try store.closedLock(lockNumber, key: show.key) {
                show.state.restore(lock: lock)
            }
            if let saleNumber, let sale = try store.sale(saleNumber, key: show.key) { show.state.restore(sale: sale) }
            if lockNumber == nil { return }
        }
    }

    /// One record: applied to the pending state, and what the tables say of it written. The record itself is written
    /// with the others of its batch: see `writeRecords`.
    func append(_ event: ShowEvent, to show: LoadedShow, request: RequestStamp?) throws(LedgerError) {
        batch.touch(show)
        let record = ShowRecord(
            index: show.state.logIndex + 1, at: max(batch.now, show.state.lastCommitAt), request: request, event: event)
        let applied = show.state.apply(record)
        show.records.append(record)
        batch.records += 1
        show.changes += applied.changes
        if let request {
            requests.insert(
                StoredRequest(
                    digest: request.digest, showKey: show.key, subject: record.subject, at: record.at),
                for: RequestKey(tenant: show.ref.tenant, scope: request.scope, id: request.id), after: store.position)
        }
        switch event {
        case .confirmed(_, _, _, let seats, let late):
            try store.sell(seats: seats, sale: record.index, key: show.key)
            if let sale = applied.sale { try store.write(sale, key: show.key) }
            // The archive has it as released or expired.
            if late, let lock = applied.closedLock { try store.write([lock], key: show.key) }
        case .refunded(_, _, let seats):
            try store.unsell(seats: seats, key: show.key)
            if let sale = applied.sale { try store.write(sale, key: show.key) }
        case .updated(let new):
            show.changedShow = new
            try store.update(new, key: show.key)
        default:
            break
        }
    }

    /// Writes what was appended since the last commit: one row a show, whatever the number of its records.
    func writeRecords() throws(LedgerError) {
        for show in batch.touched where !show.records.isEmpty {
            try store.append(show.records, seq: show.state.seq, key: show.key)
            show.records.removeAll(keepingCapacity: show.records.count <= Limits.recordsKept)
        }
    }

    /// The show that stands in the way of an update's new times.
    private func overlap(_ events: [ShowEvent], _ show: LoadedShow) throws(LedgerError) -> String? {
        for case .updated(let new) in events where !new.cancelled {
            let old = show.state.show
            if old.cancelled || new.startsAt != old.startsAt || new.endsAt != old.endsAt {
                return try store.overlap(of: new, tenant: show.ref.tenant)
            }
        }
        return nil
    }

    // MARK: Answers

    /// The subject as it is now. `since`: the log index before the command's own events.
    private func capture(_ subject: ReplySubject, _ command: ShowCommand, _ show: LoadedShow, since: UInt64)
        throws(LedgerError) -> CommandReply
    {
        var wantsCounts = false
        if case .getShow = command { wantsCounts = true }
        let made: CommandReply.Subject? =
            switch subject {
            case .lock(let number): show.ask { $0.lock(number) }.map { .lock($0) }
            case .sale(let number): show.state.sale(number).map { .sale($0) }
            case .newLock: newLock(show, since: since).map { .lock($0) }
            case .newSale:
                ((since + 1)...max(since + 1, show.state.logIndex)).lazy.compactMap { show.state.sale($0) }.first
                    .map { .sale($0) }
            case .show: .show(view(show, counts: wantsCounts))
            case .seq: .seq(show.state.seq)
            }
        guard let made else {
            throw LedgerError(.damaged, "show \(show.ref.showID): \(subject) is not where it should be")
        }
        return reply(made, show)
    }

    /// The lock that one of the records after `index` made.
    private func newLock(_ show: LoadedShow, since index: UInt64) -> Lock? {
        show.ask { state in
            for number in index + 1...max(index + 1, state.logIndex) {
                if let lock = state.lock(number) { return lock }
            }
            return nil
        }
    }

    func reply(_ subject: CommandReply.Subject, _ show: LoadedShow) -> CommandReply {
        CommandReply(
            subject: subject, showID: show.ref.showID, hall: show.state.hall,
            serverTime: max(batch.now, show.state.lastCommitAt))
    }

    func view(_ show: LoadedShow, counts: Bool) -> ShowView {
        ShowView(show: show.state.show, seq: show.state.seq, counts: counts ? show.state.counts() : nil)
    }

    // MARK: Request ids

    func known(_ request: RequestStamp, tenant: String) throws(LedgerError) -> StoredRequest? {
        let key = RequestKey(tenant: tenant, scope: request.scope, id: request.id)
        return try requests.find(key, now: batch.now, store: store)
    }

    private func remember(_ request: RequestStamp, _ show: LoadedShow, _ subject: ReplySubject) throws(LedgerError) {
        let about: StoredRequest.Subject =
            switch subject {
            case .lock(let number): .lock(number)
            case .sale(let number): .sale(number)
            case .newLock, .newSale, .show, .seq: .show
            }
        try remember(
            request, tenant: show.ref.tenant,
            StoredRequest(
                digest: request.digest, showKey: show.key, subject: about, at: show.state.effectiveNow(batch.now)))
    }

    /// Writes a request that is in no record to the table.
    func remember(_ request: RequestStamp, tenant: String, _ stored: StoredRequest) throws(LedgerError) {
        let key = RequestKey(tenant: tenant, scope: request.scope, id: request.id)
        requests.forget(key)
        try store.write(stored, key: key)
    }

    /// The answer to a repeat: the same lock, sale or show as it is now.
    func repeated(_ known: StoredRequest, _ ref: ShowRef) throws(LedgerError) -> Verdict<CommandReply> {
        guard let show = try loaded(ref), show.key == known.showKey else { return .failure(.showUnknown) }
        try expire(show)
        switch known.subject {
        case .show:
            return .success(reply(.show(view(show, counts: false)), show))
        case .lock(let number):
            var lock = show.state.lock(number)
            if lock == nil { lock = try store.closedLock(number, key: show.key) }
            guard let lock else { return .failure(.lockUnknown) }
            return .success(reply(.lock(lock), show))
        case .sale(let number):
            var sale = show.state.sale(number)
            if sale == nil { sale = try store.sale(number, key: show.key) }
            guard let sale else { return .failure(.saleUnknown) }
            return .success(reply(.sale(sale), show))
        }
    }
}

extension ShowEvent {
    /// Whether the subject is what this event makes.
    fileprivate func makes(_ subject: ReplySubject) -> Bool {
        switch (subject, self) {
        case (.newLock, .locked), (.newSale, .confirmed): true
        default: false
        }
    }
}
