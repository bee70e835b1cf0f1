import Usher
import UsherTesting

/// The code that the README and the articles of the catalogues show, region by region: `.ci/snippets` holds both to
/// each other, `TutorialTests` runs it.
enum Tutorial {
    static let address = ServerAddress(host: "127.0.0.1", port: 50_051)

    static func readme() async throws {
        // snippet: an evening in ten lines
        let client = UsherClient(address: ServerAddress(host: "127.0.0.1", port: 50_051))
        let map = client.seatMap("tonight")
        try await map.ready()

        let selection = map.selection(holder: "customer-1")
        selection.select("D5")
        selection.select("D6")
        try await selection.lock()  // both, or neither and SEAT_TAKEN
        try await selection.pay()
        let outcome = try await selection.confirm(orderRef: "order-4711")
        // end snippet
        _ = outcome
    }

    static func open() async throws -> SeatMap {
        // snippet: open a map
        let client = UsherClient(address: ServerAddress(host: "127.0.0.1", port: 50_051))
        let map = client.seatMap("tonight")
        try await map.ready()
        // end snippet
        return map
    }

    // snippet: draw the whole map
    static func draw(_ map: SeatMap, on screen: TutorialScreen) {
        guard let whole = map.whole else { return }
        let geometry = HallGeometry(whole.hall)
        for seat in whole.hall.seats.indices {
            guard let point = geometry.center(ofSeat: seat) else { continue }
            screen.paint(seat: seat, at: point, whole.states[seat])
        }
    }
    // end snippet

    static func follow(_ map: SeatMap, on screen: TutorialScreen) async throws {
        // snippet: follow what changes
        for try await update in map.updates {
            if update.isReset {
                draw(map, on: screen)
            } else {
                for change in update.changes { screen.repaint(seat: Int(change.seat), change.state) }
            }
            if let connection = update.connection { screen.show(connection) }
        }
        // end snippet
    }

    static func choose(on map: SeatMap, at point: MapPoint, _ screen: TutorialScreen) -> SeatSelection {
        // snippet: choose seats
        let selection = map.selection(holder: "customer-1")
        switch selection.tap(at: point, slop: 0.4) {
        case .selected, .deselected: screen.say("\(selection.count) chosen, \(selection.totals.amounts)")
        case .refused(let refusal): screen.say(refusal.message)
        case .repeated, .nothing: break
        }
        // end snippet
        return selection
    }

    static func lock(_ selection: SeatSelection, _ screen: TutorialScreen) async throws {
        // snippet: lock them
        do throws(UsherError) {
            try await selection.lock()
            screen.say("yours for \((selection.remaining ?? .zero).nanoseconds / 1_000_000_000) s")
        } catch {
            guard error.reason == "SEAT_TAKEN" else { throw error }
            screen.say("gone: \(selection.lost.map(\.code))")
        }
        // end snippet
    }

    static func lockBest(_ selection: SeatSelection, _ screen: TutorialScreen) async throws {
        // snippet: lock the best
        let together = SeatQuery(count: 4, zoneIDs: ["stalls"], maxAmountMinor: 5_000)
        do throws(UsherError) {
            try await selection.lockBest(together)
            screen.say("yours: \(selection.selected.map(\.code)) for \(selection.totals.amounts)")
        } catch {
            guard error.reason == "NO_SEATS" else { throw error }
            screen.say("no four such seats are left")
        }
        // end snippet
    }

    static func losses(of selection: SeatSelection, _ screen: TutorialScreen) async {
        // snippet: hear of lost seats
        for await event in selection.events {
            if case .lost(let seats) = event {
                for seat in seats { screen.say("\(seat.code) is \(seat.reason)") }
            }
        }
        // end snippet
    }

    static func buy(_ selection: SeatSelection, _ screen: TutorialScreen) async throws {
        // snippet: pay and confirm
        try await selection.pay()
        switch try await selection.confirm(orderRef: "order-4711") {
        case .sold(let sale, late: _): screen.say("sold: \(sale.seats)")
        case .lost(let seats): screen.say("give the money back, somebody else has \(seats)")
        }
        // end snippet
    }

    static func offline(_ cache: MapCache) async throws -> UsherClient {
        // snippet: keep maps
        var options = UsherClientOptions()
        options.cache = cache
        let client = UsherClient(address: address, options: options)
        // end snippet
        return client
    }

    static func life(_ client: UsherClient, _ cache: MapCache) async {
        // snippet: an app's life
        client.suspend()  // to the background
        await cache.flush()
        client.resume()  // and back
        client.networkChanged()  // another network, or one again
        // end snippet
    }

    static func diagnostics(_ map: SeatMap, _ screen: TutorialScreen) {
        // snippet: diagnostics
        let diagnostics = map.diagnostics
        screen.say("\(diagnostics.connection) at \(diagnostics.position.seq)")
        screen.say("\(diagnostics.counters.reconnects) reconnects, \(diagnostics.counters.bytes) bytes")
        screen.say("\(diagnostics.counters.droppedEvents) dropped, \(diagnostics.counters.repairedGaps) repaired")
        // end snippet
    }

    static func credentials(_ signIn: @escaping @Sendable () async throws -> String) -> UsherClientOptions {
        // snippet: credentials
        var options = UsherClientOptions()
        options.tls = ClientTLSOptions()
        options.credentials = .refreshing {
            CallToken(try await signIn(), lifetime: .minutes(15))
        }
        // end snippet
        return options
    }

    static func addresses() -> UsherClient? {
        // snippet: several addresses
        let addresses = ["tickets-1.example:50051", "tickets-2.example:50051"].compactMap { ServerAddress($0) }
        let client = UsherClient(addresses: addresses)
        // end snippet
        return client
    }

    static func sit(_ client: UsherClient, _ screen: TutorialScreen) async throws -> LiveRoom {
        // snippet: a seat in a room
        let room = client.room("library")
        try await room.join(memberID: "ada", nickname: "Ada", seat: "S-2")
        for member in room.members { screen.say("\(member.seat) \(member.nickname): \(member.status)") }
        do {
            try await room.takeSeat("S-3")  // shown at once, and taken back if somebody was first
        } catch {
            screen.say("\(error.reason): you keep S-2")
        }
        // end snippet
        return room
    }

    static func focus(_ client: UsherClient, _ store: FocusStore, _ screen: TutorialScreen) async throws -> FocusTimer {
        // snippet: focus
        let timer = try client.focusTimer(member: "ada", store: store)
        timer.onEnd { session in screen.say("\(session.sessionID) is done") }
        try await timer.start(planned: .minutes(25), room: "library")
        for reminder in timer.currentReminders { screen.say("schedule \(reminder.id)") }
        // end snippet
        return timer
    }

    static func statistics(_ timer: FocusTimer, _ now: Timestamp, _ screen: TutorialScreen) throws {
        // snippet: focus by day
        let week = try timer.statistics(timeZone: "Europe/Berlin", from: now - .hours(7 * 24), to: now)
        for day in week.days { screen.say("\(day.date): \(day.focused.nanoseconds / 60_000_000_000) min") }
        screen.say("\(week.streakDays) days in a row")
        // end snippet
    }

    static func simulate() async throws {
        // snippet: a simulated evening
        try await Simulation().run(seed: 42)
        // end snippet
    }
}
