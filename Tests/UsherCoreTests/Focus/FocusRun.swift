import UsherCore

/// Two devices of one member with journals of their own, and a gateway's journal: made sessions, lost answers, requests
/// in any order, clocks that are off. Checks after each request what must hold always, and in the end that all agree.
struct FocusRun {
    struct Failure: Error, CustomStringConvertible {
        var seed: UInt64
        var what: String
        var description: String { "seed \(seed): \(what)" }
    }

    struct Device {
        var name: String
        /// What it believes: the gateway's sessions as told, and its own events on top.
        var local = FocusJournal(memberID: "m")
        /// Events that it does not know to be judged.
        var pending: [FocusEvent] = []
        /// Everything it ever recorded.
        var made: [FocusEvent] = []
        var told: Set<RejectedFocusEvent> = []
        var skew = TimeSpan.zero
        var sessions = 0
    }

    let seed: UInt64
    var generator: SeededGenerator
    var server = FocusJournal(memberID: "m")
    var now = Timestamp(nanoseconds: 1_800_000_000_000_000_000)
    var devices: [Device]
    /// Whether devices also write nonsense down.
    let isWild: Bool

    static func play(seed: UInt64, isWild: Bool = false) throws -> FocusRun {
        var run = FocusRun(seed: seed, isWild: isWild)
        let steps = Int.random(in: 5...40, using: &run.generator)
        for _ in 0..<steps { try run.step() }
        try run.finish()
        return run
    }

    private init(seed: UInt64, isWild: Bool) {
        self.seed = seed
        self.isWild = isWild
        generator = SeededGenerator(seed: seed)
        devices = ["a", "b"].map { Device(name: $0) }
        for index in devices.indices {
            devices[index].skew = .seconds(Int64.random(in: -120...120, using: &generator))
        }
    }

    private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }

    private mutating func step() throws {
        let pause =
            chance(85)
            ? Int64.random(in: 0...1_800, using: &generator) : Int64.random(in: 0...50_000, using: &generator)
        now = now + .seconds(pause)
        let index = Int.random(in: 0..<2, using: &generator)
        switch Int.random(in: 0..<10, using: &generator) {
        case 0, 1: try sync(index)
        case 2: refresh(index)
        default: record(index)
        }
    }

    // MARK: A device

    private mutating func record(_ index: Int) {
        let clock = now + devices[index].skew
        if isWild, chance(30) { return recordNonsense(index, clock) }
        let open = devices[index].local.open(at: clock)
        guard let open, chance(97) else {
            devices[index].sessions += 1
            let planned: TimeSpan? = chance(60) ? .minutes(Int64.random(in: 1...60, using: &generator)) : nil
            return make(
                FocusEvent(
                    sessionID: "\(devices[index].name)\(devices[index].sessions)", ordinal: 1, type: .start, at: clock,
                    planned: planned), index)
        }
        let types: [FocusEventType] =
            open.state(at: clock) == .paused
            ? [.resume, .resume, .complete, .abandon] : [.pause, .pause, .complete, .abandon]
        make(
            FocusEvent(
                sessionID: open.sessionID, ordinal: open.lastOrdinal + 1,
                type: types[Int.random(in: 0..<types.count, using: &generator)], at: max(clock, open.lastAt)), index)
    }

    /// Keeps only what the device itself finds right, as an app does.
    private mutating func make(_ event: FocusEvent, _ index: Int) {
        guard devices[index].local.accept(event, now: now + devices[index].skew) == .accepted else { return }
        devices[index].pending.append(event)
        devices[index].made.append(event)
    }

    private mutating func recordNonsense(_ index: Int, _ clock: Timestamp) {
        let name = chance(50) ? "a" : "b"
        let event = FocusEvent(
            sessionID: "\(name)\(Int.random(in: 1...4, using: &generator))",
            ordinal: UInt32.random(in: 0...5, using: &generator),
            type: FocusEventType.allCases[Int.random(in: 0..<5, using: &generator)],
            at: clock + .seconds(Int64.random(in: -9_000...900, using: &generator)),
            planned: chance(50) ? .minutes(Int64.random(in: 0...40, using: &generator)) : nil)
        devices[index].pending.append(event)
        devices[index].made.append(event)
    }

    // MARK: The gateway

    private mutating func sync(_ index: Int) throws {
        var sent = devices[index].pending
        if chance(20) { sent = Array(sent.prefix(Int.random(in: 0...sent.count, using: &generator))) }
        let (rejected, isAnswered) = (try judge(sent), chance(80))
        guard isAnswered else { return }
        devices[index].told.formUnion(rejected)
        devices[index].pending.removeAll { sent.contains($0) }
        for event in sent {
            // A session that the gateway does not know is none.
            devices[index].local.remove(event.sessionID)
            guard let known = server.records[event.sessionID] else { continue }
            devices[index].local.put(FocusRecord(adopting: known.session(at: now)))
        }
    }

    private mutating func refresh(_ index: Int) {
        var fresh = FocusJournal(memberID: "m")
        for record in server.inOrder { fresh.put(FocusRecord(adopting: record.session(at: now))) }
        // What it has not told yet still counts for it, as far as it still can.
        for event in devices[index].pending { _ = fresh.accept(event, now: now + devices[index].skew) }
        devices[index].local = fresh
    }

    private mutating func judge(_ events: [FocusEvent]) throws -> [RejectedFocusEvent] {
        let before = server
        let rejected = server.sync(events.shuffled(using: &generator), now: now)
        try check(events, rejected, before)
        var again = server
        let repeated = again.sync(events.shuffled(using: &generator), now: now)
        guard again == server else { throw fault("the same request again changes something") }
        guard Self.names(repeated).isSubset(of: Self.names(rejected)) else {
            throw fault("the same request again rejects something new: \(repeated) after \(rejected)")
        }
        return rejected
    }

    private static func names(_ rejected: [RejectedFocusEvent]) -> [String: Int] {
        var names: [String: Int] = [:]
        for one in rejected { names["\(one.sessionID)/\(one.ordinal)", default: 0] += 1 }
        return names
    }

    private func check(_ events: [FocusEvent], _ rejected: [RejectedFocusEvent], _ before: FocusJournal) throws {
        for (id, known) in before.records {
            guard let record = server.records[id], record.entries.starts(with: known.entries) else {
                throw fault("what was accepted of \(id) does not stand")
            }
        }
        // Each event is in its session, or told.
        let told = Self.names(rejected)
        var (sent, missing): ([String: Int], [String: Int]) = ([:], [:])
        for event in events {
            let name = "\(event.sessionID)/\(event.ordinal)"
            sent[name, default: 0] += 1
            if !has(event) { missing[name, default: 0] += 1 }
        }
        guard missing.isSubset(of: told) else { throw fault("neither accepted nor told: \(missing), told \(told)") }
        guard told.isSubset(of: sent) else { throw fault("told of what was not sent: \(told)") }
        let order = server.inOrder
        for (one, next) in zip(order, order.dropFirst()) {
            guard let over = one.over, over <= next.startedAt else {
                throw fault("\(one.sessionID) and \(next.sessionID) overlap")
            }
        }
        guard order.filter({ $0.state(at: now).isOpen }).count <= 1 else { throw fault("two sessions are open") }
    }

    // MARK: The end

    private mutating func finish() throws {
        for index in [0, 1].shuffled(using: &generator) {
            let rejected = try judge(devices[index].pending)
            devices[index].told.formUnion(rejected)
            devices[index].pending = []
        }
        now = now + .seconds(Int64.random(in: 0...100_000, using: &generator))
        for index in devices.indices {
            refresh(index)
            for later in [TimeSpan.zero, .hours(1), .hours(24 * 40)] {
                for record in server.inOrder {
                    let mine = devices[index].local.records[record.sessionID]?.session(at: now + later)
                    // A device learns the time of the last event of an open-ended session not until it ends.
                    let isExact = later == .zero || record.planned != nil || !record.state(at: now).isOpen
                    guard !isExact || mine == record.session(at: now + later) else {
                        throw fault("device \(index) has \(String(describing: mine)), not \(record)")
                    }
                }
            }
            guard devices[index].local.records.count == server.records.count else {
                throw fault("device \(index) has sessions that are none")
            }
            try checkTold(devices[index])
        }
        try checkTime()
        // All once more, all together: what was accepted stays so.
        let accepted = server
        let all = devices.flatMap(\.made)
        let rejected = try judge(all)
        for (id, known) in accepted.records where !server.records[id]!.entries.starts(with: known.entries) {
            throw fault("\(id) changed; \(rejected)")
        }
        try checkTime()
    }

    /// Whether the event stands on the gateway.
    private func has(_ event: FocusEvent) -> Bool {
        let entries = server.records[event.sessionID]?.entries ?? []
        return event.ordinal > 0 && event.ordinal <= entries.count && entries[Int(event.ordinal) - 1].type == event.type
    }

    private func checkTold(_ device: Device) throws {
        let told = Set(device.told.map { "\($0.sessionID)/\($0.ordinal)" })
        for event in device.made where !told.contains("\(event.sessionID)/\(event.ordinal)") {
            guard has(event) else {
                throw fault("nobody told device \(device.name) of \(event)")
            }
        }
    }

    /// No moment counts twice.
    private func checkTime() throws {
        let stretches = server.inOrder.filter { $0.state(at: now) == .completed }.flatMap { $0.stretches(at: now) }
            .sorted { $0.start < $1.start }
        var (sum, union): (Int64, Int64) = (0, 0)
        var reached = Timestamp(nanoseconds: .min)
        for stretch in stretches {
            sum += (stretch.end - stretch.start).nanoseconds
            if stretch.end > reached { union += (stretch.end - max(stretch.start, reached)).nanoseconds }
            reached = max(reached, stretch.end)
        }
        guard sum == union else { throw fault("\(sum) ns count of \(union) ns that passed") }
        let elapsed = server.inOrder.filter { $0.state(at: now) == .completed }
            .reduce(0) { $0 + $1.session(at: now).elapsed.nanoseconds }
        guard elapsed == sum else { throw fault("sessions say \(elapsed) ns, their stretches \(sum) ns") }
    }

    private func fault(_ what: String) -> Failure { Failure(seed: seed, what: what) }
}

extension [String: Int] {
    /// Whether every entry is in the other with at least as many.
    fileprivate func isSubset(of other: [String: Int]) -> Bool { allSatisfy { other[$0.key, default: 0] >= $0.value } }
}
