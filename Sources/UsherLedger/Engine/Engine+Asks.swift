import UsherCore

// From asks to answers.
extension Engine {
    /// Decides one ask; its answer waits for the commit. Throws where the whole batch must fail.
    func handle(_ ask: Ask) throws(LedgerError) {
        switch ask {
        case .execute(let order):
            let mark = (store.writes, batch.records)
            guard batch.now < order.deadline else {
                batch.round.add(.failure(LedgerError(.tooLate, "nobody waits for the answer")), to: order.answer)
                break
            }
            do {
                let verdict = try execute(order.command, on: order.show, request: order.request)
                batch.round.add(.success(verdict), to: order.answer)
            } catch {
                try excuse(error, since: mark)
                batch.round.add(.failure(error), to: order.answer)
            }
        case .putHall(let hall, let revision, let hallID, let tenant, let reply):
            try decide(reply) { () throws(LedgerError) in
                try putHall(hall, revision, hallID: hallID, tenant: tenant)
            }
        case .hall(let key, let reply):
            try decide(reply) { () throws(LedgerError) in try findHall(key) }
        case .remember(let revision, let tenant):
            halls.insert(revision, tenant: tenant)
        case .halls(let tenant, let size, let token, let reply):
            try decide(reply) { () throws(LedgerError) in try listHalls(tenant: tenant, size: size, token: token) }
        case .losses(let hallID, let codes, let tenant, let reply):
            try decide(reply) { () throws(LedgerError) in try losses(in: hallID, keeping: codes, tenant: tenant) }
        case .createShow(let show, let tenant, let request, let reply):
            try decide(reply) { () throws(LedgerError) in
                try createShow(show, tenant: tenant, request: request)
            }
        case .shows(let tenant, let hallID, let size, let token, let reply):
            try decide(reply) { () throws(LedgerError) in
                try listShows(tenant: tenant, hallID: hallID, size: size, token: token)
            }
        case .sales(let ref, let size, let token, let reply):
            try decide(reply) { () throws(LedgerError) in try listSales(ref, size: size, token: token) }
        case .follow(let ref, let reply):
            try decide(reply) { () throws(LedgerError) in try follow(ref) }
        case .unfollow(let ref):
            unfollow(ref)
        case .createRoom, .executeInRoom, .attend, .unattend, .followRoom, .unfollowRoom:
            try handleRoom(ask)
        case .focus(let ask):
            try handleFocus(ask)
        case .observe(let new):
            observer = new
        case .close(let reply):
            // The thread ends after this batch; `LedgerThread` answers.
            batch.closing.append(reply)
        case .abandon(let reply):
            isAbandoned = true
            batch.closing.append(reply)
        case .look(let reply):
            // Answers come after the commit: what this batch made is scheduled by then.
            batch.answers.append { [self] error in
                reply.answer(error.map { .failure($0) } ?? .success(nextDeadline))
            }
        }
        batch.handled += 1
    }

    func decide<Value: Sendable>(
        _ reply: Reply<Value>, _ body: () throws(LedgerError) -> Value
    ) throws(LedgerError) {
        let mark = (store.writes, batch.records)
        do {
            let value = try body()
            batch.answers.append { error in reply.answer(error.map { .failure($0) } ?? .success(value)) }
        } catch {
            try excuse(error, since: mark)
            batch.answers.append { _ in reply.answer(.failure(error)) }
        }
    }

    /// What could not be read and wrote nothing is its caller's trouble alone; anything else is the whole batch's.
    private func excuse(_ error: LedgerError, since mark: (UInt64, Int)) throws(LedgerError) {
        guard error.kind == .damaged, (store.writes, batch.records) == mark else { throw error }
        notices.trouble(error, now: batch.now)
    }

    func unfollow(_ ref: ShowRef) {
        guard let show = shows[ref] else { return }
        setFollowed(show, false)
        show.begins = false
    }

    private func follow(_ ref: ShowRef) throws(LedgerError) -> Verdict<Void> {
        guard let show = try loaded(ref) else { return .failure(.showUnknown) }
        try expire(show)
        if !show.isFollowed {
            setFollowed(show, true)
            show.begins = true
            batch.touch(show)
        }
        return .success(())
    }
}
