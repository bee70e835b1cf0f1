import UsherCore

/// What people do to their devices, and what goes wrong on its own.
extension ClientRun {
    /// The person at a device does something.
    func act(_ client: SimulatedClient) throws {
        guard !isCalm else { return }
        agenda.plan(.person(client: client.number), at: now + span(500, 30_000))
        switch random.below(12) {
        case 0..<4: try use(client, by: 1)
        case 4..<6: try use(client, by: -1)
        case 6: try perform(client.machine.suspend(), of: client)
        case 7, 8: try perform(client.machine.resume(now: localTime(client)), of: client, byPerson: true)
        case 9:
            try perform(client.machine.networkChanged(now: localTime(client)), of: client, byPerson: true)
            for customer in client.customers where !customer.isGone {
                customer.machine.networkChanged(now: localTime(client))
                try perform(customer)
            }
        case 10: client.frozenUntil = now + (random.oneIn(3) ? span(10_000, 120_000) : span(100, 5_000))
        default:
            // The app reads slowly for a while.
            guard let stream = client.streams.values.first else { return }
            stream.windowOpensAt = now + span(1_000, 40_000)
            agenda.plan(.windowOpens, at: stream.windowOpensAt)
        }
    }

    func use(_ client: SimulatedClient, by count: Int) throws {
        client.users = min(3, max(0, client.users + count))
        try perform(
            client.machine.usersChanged(to: client.users, now: localTime(client)), of: client, byPerson: true)
    }

    // MARK: Trouble

    func trouble() throws {
        guard !isCalm else { return }
        agenda.plan(.trouble, at: now + span(500, random.oneIn(2) ? 5_000 : 40_000))
        let client = clients[random.below(clients.count)]
        switch random.below(14) {
        case 0, 1:
            stop()
            restartLater(within: [300, 1_000, 3_000, 30_000, 150_000])
        case 2:
            gateway.drain(reconnectAfter: .milliseconds(Int64(random.below(4_000))))
            agenda.plan(.trouble, at: now + 600_000_000)
        case 3: gateway.stalledUntil = max(gateway.stalledUntil, now + lengthOfTrouble([500, 5_000, 70_000]))
        case 4, 5: cut(client)
        case 6, 7:
            client.link.worsen(
                to: .blackHole, from: now, until: now + lengthOfTrouble([1_000, 5_000, 20_000, 100_000]))
        case 8: client.link.worsen(to: .stalled, from: now, until: now + lengthOfTrouble([500, 2_000, 30_000]))
        case 9, 10:
            client.link.worsen(to: .refusing, from: now, until: now + lengthOfTrouble([1_000, 2_000, 20_000, 200_000]))
        case 11:
            client.link.worsen(
                to: .noStreams, from: now, until: now + lengthOfTrouble([1_000, 2_000, 20_000, 250_000]))
        default:
            client.link.latency = span(5, random.oneIn(5) ? 3_000 : 300)
            client.link.misfortune = random.oneIn(3) ? 0 : 2 + random.below(8)
        }
        // A drained gateway goes.
        if gateway.isDraining, random.oneIn(3) {
            stop()
            restartLater(within: [300, 3_000])
        }
    }

    private func lengthOfTrouble(_ bounds: [Int64]) -> Int64 {
        span(50, bounds[random.below(bounds.count)])
    }

    private func restartLater(within bounds: [Int64]) {
        guard !gateway.isUp, !restartIsPlanned else { return }
        restartIsPlanned = true
        agenda.plan(.restart, at: now + lengthOfTrouble(bounds))
    }

    /// A stream is cut: the client hears of it, or does not.
    private func cut(_ client: SimulatedClient) {
        guard let stream = client.streams.values.first else { return }
        if random.oneIn(2) {
            planEnd(of: stream, StreamFailure("the connection was reset", isFinal: random.oneIn(20)))
        }
        stream.isDead = true
        agenda.plan(.left(stream), at: now + span(0, 60_000))
    }
}
