import UsherCore

// Halls, the catalogue of shows, listings.
extension Engine {
    func putHall(_ hall: StoredHall, _ revision: HallRevision?, hallID: String, tenant: String)
        throws(LedgerError) -> HallPlan
    {
        let newest = try store.newestHall(hallID, tenant: tenant)
        if let newest, let known = try store.hall(hallID, revision: newest, tenant: tenant),
            known.hasContent(of: hall)
        {
            let key = HallKey(tenant: tenant, hallID: hallID, revision: newest)
            return .same(halls.find(key).map { .ready($0) } ?? .stored(known))
        }
        let next = (newest ?? 0) + 1
        guard let revision, hall.revision == next, revision.hall.revision == next else { return .next(next) }
        try store.insert(hall, hallID: hallID, tenant: tenant)
        batch.newHalls.append(HallKey(tenant: tenant, hallID: hallID, revision: next))
        halls.insert(revision, tenant: tenant)
        return .stored
    }

    func findHall(_ key: HallKey) throws(LedgerError) -> Verdict<FoundHall> {
        var key = key
        if key.revision == 0 { key.revision = try store.newestHall(key.hallID, tenant: key.tenant) ?? 0 }
        if let found = halls.find(key) { return .success(.ready(found)) }
        guard let stored = try store.hall(key.hallID, revision: key.revision, tenant: key.tenant) else {
            return .failure(.hallUnknown)
        }
        return .success(.stored(stored))
    }

    func listHalls(tenant: String, size: Int, token: String) throws(LedgerError)
        -> Verdict<Page<(hall: Hall, seatCount: Int)>>
    {
        guard let start = PageToken(token, listing: "halls") else { return .failure(PageToken.fault) }
        let size = pageSize(size)
        var halls = try store.halls(tenant: tenant, after: start.text, limit: size + 1)
        var next = ""
        if halls.count > size {
            halls.removeLast(halls.count - size)
            next = PageToken(listing: "halls", text: halls[size - 1].hall.hallID).string
        }
        return .success(Page(items: halls, nextToken: next))
    }

    func losses(in hallID: String, keeping codes: Set<String>, tenant: String) throws(LedgerError) -> [HallLoss] {
        var losses: [HallLoss] = []
        let running = try store.runningShows(tenant: tenant, hallID: hallID, now: batch.now)
        for stored in running {
            guard let show = try loaded(ShowRef(tenant: tenant, showID: stored.show.showID)) else { continue }
            try expire(show)
            for (index, byte) in show.state.states.enumerated() {
                guard let state = SeatState(rawValue: byte), state == .locked || state == .sold else { continue }
                let code = show.state.hall.code(ofSeat: index)
                if !codes.contains(code) {
                    losses.append(HallLoss(showID: show.ref.showID, seat: code, state: state))
                }
            }
        }
        return losses
    }

    // MARK: Shows

    func createShow(_ show: Show, tenant: String, request: RequestStamp?) throws(LedgerError) -> Verdict<CommandReply> {
        let ref = ShowRef(tenant: tenant, showID: show.showID)
        if let request, let known = try known(request, tenant: tenant) {
            guard known.digest == request.digest else { return .failure(.requestIDReused) }
            return try repeated(known, ref)
        }
        let digest = show.contentDigest
        if let existing = try store.show(ref) {
            guard existing.digest == digest, let loaded = try loaded(ref) else { return .failure(.showExists) }
            try expire(loaded)
            if let request {
                try remember(
                    request, tenant: tenant,
                    StoredRequest(digest: request.digest, showKey: existing.key, subject: .show, at: batch.now))
            }
            return .success(reply(.show(view(loaded, counts: false)), loaded))
        }
        var new = show
        if new.hallRevision == 0 {
            new.hallRevision = try store.newestHall(new.hallID, tenant: tenant) ?? 0
        }
        let hallKey = HallKey(tenant: tenant, hallID: new.hallID, revision: new.hallRevision)
        let hall = try revision(hallKey)
        let faults = new.faults(hall: hall)
        if !faults.isEmpty { return .failure(.fields(faults)) }
        guard let hall else { return .failure(.hallUnknown) }
        if !new.cancelled, let busy = try store.overlap(of: new, tenant: tenant) {
            return .failure(.hallBusy(showID: busy))
        }
        new.version = 1
        new.epoch = newEpoch()
        let key = try store.insert(new, digest: digest, tenant: tenant)
        let state = ShowState(hall: hall, created: new)
        let history = SeatHistory(
            showID: new.showID, epoch: new.epoch, hallID: new.hallID, hallRevision: new.hallRevision, seq: state.seq,
            states: state.states)
        let made = LoadedShow(
            key: key, ref: ref, state: state, history: history, snapshotIndex: 0, lastUsed: batch.now)
        keep(made)
        try append(.created(new), to: made, request: request)
        return .success(reply(.show(view(made, counts: false)), made))
    }

    func newEpoch() -> String {
        generator.next().hexDigits + store.codec.epochSuffix
    }

    func listShows(tenant: String, hallID: String, size: Int, token: String) throws(LedgerError)
        -> Verdict<Page<ShowView>>
    {
        let listing = "shows/\(hallID)"
        guard let start = PageToken(token, listing: listing) else { return .failure(PageToken.fault) }
        let size = pageSize(size)
        let after =
            token.isEmpty
            ? nil : (startsAt: Timestamp(nanoseconds: Int64(bitPattern: start.number)), showID: start.text)
        var stored = try store.shows(tenant: tenant, hallID: hallID, after: after, limit: size + 1)
        var next = ""
        if stored.count > size {
            stored.removeLast(stored.count - size)
            let last = stored[size - 1].show
            next =
                PageToken(
                    listing: listing, number: UInt64(bitPattern: last.startsAt.nanoseconds), text: last.showID
                ).string
        }
        var views: [ShowView] = []
        for entry in stored {
            let seq: UInt64
            if let loaded = showsByKey[entry.key] {
                seq = loaded.state.seq
            } else {
                seq = try store.seq(key: entry.key)
            }
            views.append(ShowView(show: entry.show, seq: seq))
        }
        return .success(Page(items: views, nextToken: next))
    }

    func listSales(_ ref: ShowRef, size: Int, token: String) throws(LedgerError)
        -> Verdict<(page: Page<Sale>, hall: HallRevision)>
    {
        guard let stored = try store.show(ref) else { return .failure(.showUnknown) }
        let listing = "sales/\(stored.key)"
        guard let start = PageToken(token, listing: listing) else { return .failure(PageToken.fault) }
        guard
            let hall = try revision(
                HallKey(tenant: ref.tenant, hallID: stored.show.hallID, revision: stored.show.hallRevision))
        else { throw LedgerError(.damaged, "hall \(stored.show.hallID) is gone from the store") }
        let size = pageSize(size)
        var sales = try store.sales(key: stored.key, after: start.number, limit: size + 1)
        var next = ""
        if sales.count > size {
            sales.removeLast(sales.count - size)
            next = PageToken(listing: listing, number: sales[size - 1].number).string
        }
        return .success((page: Page(items: sales, nextToken: next), hall: hall))
    }

    func pageSize(_ asked: Int) -> Int {
        asked <= 0 ? Limits.defaultPageSize : min(asked, Limits.pageSize)
    }
}
